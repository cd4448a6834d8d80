import { useMemo } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { isUnauthenticated } from './api-error.ts';
import { coreApi } from './core-api.ts';
import { useLatestJobs } from './job-changes.ts';
import type { Actor } from '../permissions.ts';
import type { UserView } from '../schemas/user-view.ts';

export type SessionState =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: UserView }
  | { state: 'unknown'; error: unknown; retry: () => void };

/**
 * Returns the session: loading, then signed in or signed out; unknown if the server did not respond. A session that expires
 * stays signed in on screen until the user signs in again or leaves, so that the user's input is kept.
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

/** Returns whether the session of the user on screen has expired, so that the server refuses every call. */
export function useSessionEnded(): boolean {
  const { data, error } = coreApi.useCoreCurrentUserQuery();
  return Boolean(data) && isUnauthenticated(error);
}

/** Returns the signed-in user. Throws without one: only for pages behind the guard. */
export function useCurrentUser(): UserView {
  const session = useSession();
  if (session.state !== 'signed-in') throw new Error('useCurrentUser is for pages behind the guard');
  return session.user;
}

/** Returns the signed-in user as the subject of permission checks. */
export function useActor(): Actor {
  const { id, role } = useCurrentUser();
  return useMemo(() => ({ id, role }), [id, role]);
}

/** Returns the jobs of the signed-in user with optimistic updates; skipped while signed out. */
export function useMyJobs() {
  const session = useSession();
  const user = session.state === 'signed-in' ? session.user : null;
  const query = coreApi.useCoreMyJobsQuery(user ? { id: user.id, role: user.role } : skipToken);
  const data = useLatestJobs(query.data);
  return { ...query, data };
}
