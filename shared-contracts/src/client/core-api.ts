import { baseApi } from './base-api.ts';
import { sessionCalls } from './send.ts';
import { parseUser } from '../domain/role.ts';
import * as paths from '../paths.ts';
import type { JobView } from '../schemas/job.ts';
import type { LoginBody } from '../schemas/user.ts';
import type { UserView } from '../schemas/user-view.ts';
import type { Actor } from '../permissions.ts';

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The signed-in user. Fails with `unauthenticated` without one; null only after signing out. */
    coreCurrentUser: build.query<UserView | null, void>({
      query: sessionCalls.coreCurrentUser,
      transformResponse: (user: UserView | null) => user && parseUser(user),
      providesTags: ['CurrentUser'],
    }),
  }),
});

/**
 * Queries that the shell and several modules use, with one request and one cache entry for all. A module injects its other
 * endpoints itself.
 */
export const coreApi = sessionApi.injectEndpoints({
  endpoints: (build) => ({
    /** Jobs of the signed-in user: accepted ones for a pilot, posted ones for a client. */
    coreMyJobs: build.query<JobView[], Actor>({
      query: ({ id, role }) => ({
        url: role === 'client' ? paths.clientJobs(id) : paths.pilotJobs(id),
        allPages: true,
      }),
      providesTags: ['Job'],
    }),
    /** Signs in. The response becomes the current user at once, and the server is queried again. */
    coreLogin: build.mutation<UserView, LoginBody>({
      query: sessionCalls.coreLogin,
      transformResponse: (user: UserView) => parseUser(user),
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        await dispatch(sessionApi.util.upsertQueryData('coreCurrentUser', undefined, answer.data));
        dispatch(baseApi.util.invalidateTags(['CurrentUser']));
      },
    }),
    coreLogout: build.mutation<void, void>({
      query: sessionCalls.coreLogout,
    }),
  }),
});
