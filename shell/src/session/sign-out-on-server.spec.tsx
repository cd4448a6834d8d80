import { jest } from '@jest/globals';
import { coreApi } from '@dps/shared-contracts/client';
import { aPilot, reply } from '@dps/shared-contracts/testing';
import { createStore } from '../store.ts';
import { askAhead } from './ask-ahead.ts';
import { isSignOutOwed } from './owed-sign-out.ts';
import { settleOwedSignOut, signOutOnServer } from './sign-out-on-server.ts';

type Answer = () => Promise<Response>;
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const realFetch = globalThis.fetch;
let asked: string[];

function server(logout: Answer): void {
  asked = [];
  globalThis.fetch = (input) => {
    const url = input instanceof Request ? input.url : input.toString();
    asked.push(url);
    if (url === '/api/auth/logout') return logout();
    return Promise.resolve(Response.json(url === '/api/user/current' ? aPilot() : []));
  };
}
const who = (store: ReturnType<typeof createStore>) =>
  coreApi.endpoints.coreCurrentUser.select()(store.getState()).data;

/** Signs out while the server cannot be told; what comes after is the next start of the page. */
async function signOutUnheard(): Promise<void> {
  server(unreachable);
  await signOutOnServer(createStore().dispatch);
  expect(isSignOutOwed()).toBe(true);
}
async function startPage() {
  const store = createStore();
  await settleOwedSignOut(store.dispatch);
  await askAhead(store.dispatch);
  return store;
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
    ['was told', () => Promise.resolve(reply(204))],
    [
      'says that there is no session',
      () => Promise.resolve(reply(401, { code: 'unauthenticated', message: '' })),
    ],
  ])('is done when the server %s', async (_what, logout) => {
    server(logout);
    await signOutOnServer(createStore().dispatch);
    expect(isSignOutOwed()).toBe(false);
  });

  it('is made up for at the next start when the server could not be told', async () => {
    await signOutUnheard();
    server(() => Promise.resolve(reply(204)));
    await startPage();
    expect(asked[0]).toBe('/api/auth/logout');
    expect(isSignOutOwed()).toBe(false);
  });

  it('leaves nobody signed in while the server still cannot be told', async () => {
    await signOutUnheard();
    const store = await startPage();
    expect(who(store)).toBeNull();
    expect(asked).not.toContain('/api/user/current');
  });

  it('is settled by signing in anew', async () => {
    await signOutUnheard();
    const store = await startPage();
    await store.dispatch(coreApi.util.upsertQueryData('coreCurrentUser', undefined, aPilot()));
    expect(isSignOutOwed()).toBe(false);
  });

  it('is repeated by the next page load when the page unloads before the response', () => {
    server(() => new Promise(() => {}));
    void signOutOnServer(createStore().dispatch);
    expect(isSignOutOwed()).toBe(true);
  });

  it('does not wait for a server that hangs', async () => {
    jest.useFakeTimers();
    server(() => new Promise(() => {}));
    const done = signOutOnServer(createStore().dispatch);
    await jest.advanceTimersByTimeAsync(3_000);
    jest.useRealTimers();
    await done;
    expect(isSignOutOwed()).toBe(true);
  });
});
