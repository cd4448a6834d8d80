import { useMemo } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { isUnauthenticated } from './api-error.ts';
import { coreApi } from './core-api.ts';
import { useLatestJobs } from './job-changes.ts';
import type { Actor } from '../permissions.ts';
import type { UserView } from '../schemas/user.ts';

export type SessionState =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: UserView }
  | { state: 'unknown'; error: unknown; retry: () => void };

/**
 * The session: loading, then signed in or signed out; unknown when the server did not say. A session that ends elsewhere
 * stays signed in on screen, until its user signs in again or leaves: what they were typing must not go away.
 */
export function useSession(): SessionState {
  const { data, error, isFetching, refetch } = coreApi.useCoreCurrentUserQuery();
  return useMemo(() => {
    if (data) return { state: 'signed-in', user: data };
    if (isFetching) return { state: 'loading' };
    if (error && !isUnauthenticated(error)) return { state: 'unknown', error, retry: () => void refetch() };
    return { state: 'signed-out' };
  }, [data, error, isFetching, refetch]);
}

/** Whether the session of the user on screen has ended elsewhere, so that every call of theirs would be refused. */
export function useSessionEnded(): boolean {
  const { data, error } = coreApi.useCoreCurrentUserQuery();
  return Boolean(data) && isUnauthenticated(error);
}

/** The signed-in user. Throws where nobody is: pages behind the guard only. */
export function useCurrentUser(): UserView {
  const session = useSession();
  if (session.state !== 'signed-in') throw new Error('useCurrentUser is for pages behind the guard');
  return session.user;
}

/** The signed-in user as the subject of permission checks. */
export function useActor(): Actor {
  const { id, role } = useCurrentUser();
  return useMemo(() => ({ id, role }), [id, role]);
}

/** The jobs of the signed-in user, with what they have just changed; skipped while nobody is signed in. */
export function useMyJobs() {
  const session = useSession();
  const user = session.state === 'signed-in' ? session.user : null;
  const query = coreApi.useCoreMyJobsQuery(user ? { id: user.id, role: user.role } : skipToken);
  const data = useLatestJobs(query.data);
  return { ...query, data };
}
