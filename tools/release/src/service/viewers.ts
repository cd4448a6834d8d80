import { object, number, string } from 'yup';
import { cookieName, paths, SESSION_COOKIE } from '@dps/contract';
import { RequestError } from '../registry/signed-rollback.ts';

const RESPONSE_TIMEOUT_MS = 5_000;

/** The user of a session. */
export interface Viewer {
  id: number;
  username: string;
}

const userOfSession = object({ id: number().integer().required(), username: string().required() }).required();

/** Returns the cookie of the session alone: no other cookie leaves the service. */
function sessionCookie(cookies: string): string {
  const names = new Set([false, true].map((isSecure) => cookieName(SESSION_COOKIE, isSecure)));
  return cookies
    .split(';')
    .map((each) => each.trim())
    .filter((each) => names.has(each.slice(0, each.indexOf('='))))
    .join('; ');
}

/**
 * Returns the signed-in user, if the deployment names that user. The API knows the sessions, so this service has no access to
 * the database.
 *
 * @param api origin of the API
 * @param headers of the request, as the gateway has sent them
 * @throws RequestError: `unauthenticated`; `other_user` if the page shows another user; `not_found` for other users, who do not learn that the page exists; `unavailable`
 */
export async function viewerOf(
  headers: {
    cookie?: string | undefined;
    forwardedFor?: string | undefined;
    pageUser?: string | undefined;
    requestId: string;
  },
  { api, viewers }: { api: string; viewers: readonly number[] },
): Promise<Viewer> {
  const cookie = sessionCookie(headers.cookie ?? '');
  if (cookie === '') throw new RequestError('unauthenticated', 'Sign in to continue.');
  const response = await fetch(new URL(paths.currentUser(), api), {
    headers: {
      cookie,
      'x-request-id': headers.requestId,
      ...(headers.forwardedFor !== undefined && { 'x-forwarded-for': headers.forwardedFor }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  }).catch(() => undefined);
  if (response?.status === 401) throw new RequestError('unauthenticated', 'Sign in to continue.');
  const user = response?.ok ? await response.json().catch(() => undefined) : undefined;
  if (!userOfSession.isValidSync(user))
    throw new RequestError('unavailable', 'The session cannot be checked at the moment. Try again.');
  const { id, username } = userOfSession.validateSync(user);
  if (headers.pageUser !== undefined && headers.pageUser !== String(id))
    throw new RequestError('other_user', 'Another user has signed in in this browser.');
  if (viewers.includes(id)) return { id, username };
  throw new RequestError('not_found', 'There is nothing at this address.');
}
