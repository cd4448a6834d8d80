import { baseApi } from './base-api.ts';
import { parseUser } from '../domain/role.ts';
import { paths } from '../paths.ts';
import type { JobView } from '../schemas/job.ts';
import type { LoginBody, UserView } from '../schemas/user.ts';
import type { Actor } from '../permissions.ts';

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who is signed in. Fails with `unauthenticated` when nobody is; null is only ever put here by signing out. */
    coreCurrentUser: build.query<UserView | null, void>({
      query: () => ({ url: paths.currentUser(), aboutSession: true }),
      transformResponse: (user: UserView | null) => user && parseUser(user),
      providesTags: ['CurrentUser'],
    }),
  }),
});

/**
 * What the shell and several modules read: one request and one cache entry for all of them. Everything else is injected
 * by the module that owns it.
 */
export const coreApi = sessionApi.injectEndpoints({
  endpoints: (build) => ({
    /** The jobs of the signed-in user: those a pilot has accepted, or those a client has posted. */
    coreMyJobs: build.query<JobView[], Actor>({
      query: ({ id, role }) => ({
        url: role === 'client' ? paths.clientJobs(id) : paths.pilotJobs(id),
        allPages: true,
      }),
      providesTags: ['Job'],
    }),
    /** Signs in: who did is the current user at once, and the server is asked again. */
    coreLogin: build.mutation<UserView, LoginBody>({
      query: (body) => ({ url: paths.login(), method: 'POST', body, aboutSession: true }),
      transformResponse: (user: UserView) => parseUser(user),
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        await dispatch(sessionApi.util.upsertQueryData('coreCurrentUser', undefined, answer.data));
        dispatch(baseApi.util.invalidateTags(['CurrentUser']));
      },
    }),
    coreLogout: build.mutation<void, void>({
      query: () => ({ url: paths.logout(), method: 'POST', aboutSession: true }),
    }),
  }),
});
