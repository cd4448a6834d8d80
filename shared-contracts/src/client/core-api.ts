import { isUnauthenticated, sessionNotKept, unreachable } from './api-error.ts';
import { baseApi } from './base-api.ts';
import { sessionCalls } from './send.ts';
import { parseUser } from '../domain/role.ts';
import * as paths from '../paths.ts';
import type { JobView } from '../schemas/job.ts';
import type { LoginBody } from '../schemas/user.ts';
import type { UserView } from '../schemas/user-view.ts';
import type { Actor } from '../permissions.ts';

const isUser = (value: unknown): value is UserView =>
  typeof value === 'object' && value !== null && 'id' in value;

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
    /** Signs in. The current user is requested before the response is stored: without cookies, there is no session. */
    coreLogin: build.mutation<UserView, LoginBody>({
      queryFn: async (body, _api, _options, make) => {
        const { data: user, error } = await make(sessionCalls.coreLogin(body));
        if (error) return { error };
        const current = await make(sessionCalls.coreCurrentUser());
        if (isUnauthenticated(current.error)) return { error: sessionNotKept };
        return isUser(user) ? { data: parseUser(user) } : { error: unreachable('no user in the response') };
      },
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const response = await queryFulfilled.catch(() => null);
        if (response)
          await dispatch(sessionApi.util.upsertQueryData('coreCurrentUser', undefined, response.data));
      },
    }),
    coreLogout: build.mutation<void, void>({
      query: sessionCalls.coreLogout,
    }),
  }),
});
