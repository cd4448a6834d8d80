import { baseApi } from './base-api.ts';
import { paths } from '../paths.ts';
import type { JobView } from '../schemas/job.ts';
import type { UserView } from '../schemas/user.ts';
import type { Actor } from '../permissions.ts';

/**
 * What the shell and several modules read: one request and one cache entry for all of them. Everything else is injected
 * by the module that owns it.
 */
export const coreApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who is signed in; null when nobody is. */
    coreCurrentUser: build.query<UserView | null, void>({
      query: () => ({ url: paths.currentUser(), nullOn401: true }),
      providesTags: ['CurrentUser'],
    }),
    /** The jobs of the signed-in user: those a pilot has accepted, or those a client has posted. */
    coreMyJobs: build.query<JobView[], Actor>({
      query: ({ id, role }) => ({
        url: role === 'client' ? paths.clientJobs(id) : paths.pilotJobs(id),
        allPages: true,
      }),
      providesTags: ['Job'],
    }),
    coreLogout: build.mutation<void, void>({ query: () => ({ url: paths.logout(), method: 'POST' }) }),
  }),
});
