import { jest } from '@jest/globals';
import { PENDING_SIGN_OUT_KEY } from '@dps/contract';
import { coreApi } from '@dps/contract/client';
import { aPilot, reply } from '@dps/contract/testing';
import { createStore } from '../store.tsx';
import { pendingSignOut } from './browser-session.ts';
import { startSession } from './shell-session.ts';
import { completePendingSignOut, signOutOnServer } from './sign-out-on-server.ts';

type Respond = () => Promise<Response>;
const unreachable: Respond = () => Promise.reject(new TypeError('Failed to fetch'));
const realFetch = globalThis.fetch;
const USER = 7;
let requested: string[];
/** The users that the requests name. */
let named: (string | null)[];

function server(logout: Respond): void {
  requested = [];
  named = [];
  globalThis.fetch = (input, { signal, headers } = {}) => {
    const url = input instanceof Request ? input.url : input.toString();
    requested.push(url);
    named.push(new Headers(headers).get('x-page-user'));
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    if (url === '/api/auth/logout') return Promise.race([logout(), aborted]);
    return Promise.resolve(Response.json(url === '/api/user/current' ? aPilot() : []));
  };
}
/** Signs out while the server is unreachable. */
async function signOutOffline(): Promise<void> {
  server(unreachable);
  await signOutOnServer(USER);
  expect(pendingSignOut()).toEqual({ userId: USER });
}
async function startPage() {
  const session = startSession(() => Promise.resolve());
  await completePendingSignOut();
  await session.start();
  return session;
}

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  globalThis.fetch = realFetch;
});

describe('signing out', () => {
  it.each([
    ['ends the session', reply(204), true],
    ['has no session', reply(401, { code: 'unauthenticated', message: '' }), true],
    [
      'has a session of another user, which continues',
      reply(409, { code: 'other_user', message: '' }),
      false,
    ],
  ])('[SECURE-44] is done when the server %s', async (_what, response, isSignedOut) => {
    server(() => Promise.resolve(response));
    expect(await signOutOnServer(USER)).toBe(isSignedOut);
    expect(named).toEqual([String(USER)]);
    expect(pendingSignOut()).toBeNull();
  });

  it('is repeated by the next page load when the server was unreachable', async () => {
    await signOutOffline();
    server(() => Promise.resolve(reply(204)));
    await startPage();
    expect(requested[0]).toBe('/api/auth/logout');
    expect(named[0]).toBe(String(USER));
    expect(pendingSignOut()).toBeNull();
  });

  it('of an earlier shell names no user', async () => {
    localStorage.setItem(PENDING_SIGN_OUT_KEY, '1');
    server(() => Promise.resolve(reply(204)));
    await startPage();
    expect([requested[0], named[0]]).toEqual(['/api/auth/logout', null]);
  });

  it('counts the user as signed out while the server is still unreachable', async () => {
    await signOutOffline();
    const session = await startPage();
    expect(session.state()).toEqual({ state: 'signed-out', isExplicit: false });
    expect(requested).not.toContain('/api/user/current');
  });

  it('is cleared by a new sign-in', async () => {
    await signOutOffline();
    const session = await startPage();
    const store = createStore();
    session.seed();
    await store.dispatch(coreApi.util.upsertQueryData('coreCurrentUser', undefined, aPilot()));
    expect(pendingSignOut()).toBeNull();
  });

  it('times out after 3 s without a response', async () => {
    jest.useFakeTimers();
    server(() => new Promise(() => {}));
    const done = signOutOnServer(USER);
    // The next page load repeats it if this page unloads before the response.
    expect(pendingSignOut()).toEqual({ userId: USER });
    await jest.advanceTimersByTimeAsync(3_000);
    jest.useRealTimers();
    await done;
    expect(pendingSignOut()).toEqual({ userId: USER });
  });
});
