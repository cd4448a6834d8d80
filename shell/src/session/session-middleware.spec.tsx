import { waitFor } from '@testing-library/react';
import { paths, type UserView } from '@dps/contract';
import { coreApi, moduleEndpoints } from '@dps/contract/client';
import { aPilot, reply } from '@dps/contract/testing';
import { createStore } from '../store.tsx';
import { endSession, requestCurrentUser } from './current-user.ts';
import { setCohortCookies, startSession } from './shell-session.ts';

const PILOT = aPilot();
const mine = { id: PILOT.id, role: PILOT.role };
const refusal = (status: number, code: string) => reply(status, { code, message: 'No' });
const testApi = moduleEndpoints('test', '1.0.0', (build) => ({
  write: build.mutation<{ done: boolean }, void>({ query: () => ({ url: '/api/write', method: 'POST' }) }),
}));

const address = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString());

/** The user of the server's session. */
let session: UserView | null;
/** Replaces the response to requests for the current user. */
let outage: (() => Response) | null;
let requested: string[];
/** Whether the server refuses a call of a page that shows another user than that of the session. */
const isOtherUser = (init: RequestInit) => {
  const pageUser = new Headers(init.headers).get(paths.PAGE_USER_HEADER);
  return pageUser !== null && pageUser !== String(session?.id);
};
const realFetch = globalThis.fetch;

beforeEach(() => {
  startSession(() => Promise.resolve());
  session = PILOT;
  outage = null;
  requested = [];
  globalThis.fetch = (input, init = {}) => {
    const url = address(input);
    requested.push(url);
    if (url === paths.currentUser() && outage) return Promise.resolve(outage());
    if (!session) return Promise.resolve(refusal(401, 'unauthenticated'));
    if (isOtherUser(init)) return Promise.resolve(refusal(409, 'other_user'));
    const rows = url === '/api/write' ? { done: true } : [{ id: 7 }];
    return Promise.resolve(Response.json(url === paths.currentUser() ? session : rows));
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

type Store = ReturnType<typeof createStore>;
const current = (store: Store) => coreApi.endpoints.coreCurrentUser.select()(store.getState());
const jobsIn = (store: Store) => coreApi.endpoints.coreMyJobs.select(mine)(store.getState()).data;
const write = (store: Store) => store.dispatch(testApi.write.initiate());
const refused = (store: Store) =>
  waitFor(() => expect(current(store).error).toMatchObject({ code: 'unauthenticated' }));

async function signedInStore() {
  const store = createStore();
  await store.dispatch(coreApi.endpoints.coreCurrentUser.initiate());
  await store.dispatch(coreApi.endpoints.coreMyJobs.initiate(mine));
  expect(jobsIn(store)).toEqual([{ id: 7 }]);
  requested = [];
  return store;
}

describe('a session that ends elsewhere', () => {
  it('keeps the data, pauses refused calls and repeats them after the same user has signed in', async () => {
    const store = await signedInStore();
    session = null;
    const calls = [write(store), write(store)];
    await refused(store);
    expect(current(store).data).toEqual(PILOT);
    expect(jobsIn(store)).toEqual([{ id: 7 }]);
    expect(requested).toEqual(['/api/write', '/api/write', paths.currentUser()]);
    session = PILOT;
    await store.dispatch(requestCurrentUser());
    for (const call of calls) expect(await call).toEqual({ data: { done: true } });
    expect(current(store).error).toBeUndefined();
    expect(jobsIn(store)).toEqual([{ id: 7 }]);
  });

  it.each([
    ['it is refused a second time', () => Response.json(PILOT), { code: 'unauthenticated' }],
    ['the request for the current user fails', () => refusal(503, 'unavailable'), { status: 401 }],
  ])('fails a refused call if %s', async (_what, respond, error) => {
    const store = await signedInStore();
    session = null;
    outage = respond;
    expect(await write(store)).toMatchObject({ error });
    expect(current(store).data).toEqual(PILOT);
  });

  it('[SECURE-19] deletes all data when its user leaves, and drops pending mutations', async () => {
    const store = await signedInStore();
    session = null;
    let isSettled = false;
    void write(store).finally(() => {
      isSettled = true;
    });
    const read = store.dispatch(coreApi.endpoints.coreMyJobs.initiate(mine, { forceRefetch: true }));
    await refused(store);
    endSession(store.dispatch);
    expect(await read).toMatchObject({ isSuccess: false });
    expect(current(store).data).toBeNull();
    expect(jobsIn(store)).toBeUndefined();
    expect(isSettled).toBe(false);
  });

  it('deletes the data of the last user when another user has signed in', async () => {
    const store = await signedInStore();
    session = null;
    void write(store);
    await refused(store);
    session = aPilot({ id: 9 });
    await store.dispatch(requestCurrentUser());
    expect(current(store).data?.id).toBe(9);
    expect(jobsIn(store)).toBeUndefined();
    expect(requested.filter((url) => url === '/api/write')).toHaveLength(1);
  });
});

describe('a session of another user', () => {
  const OTHER = aPilot({ id: 9 });

  it('[SECURE-41] drops the call of the last user, and shows the other user', async () => {
    const store = await signedInStore();
    session = OTHER;
    void write(store);
    await waitFor(() => expect(current(store).data).toEqual(OTHER));
    expect(jobsIn(store)).toBeUndefined();
    expect(requested).toEqual(['/api/write', paths.currentUser()]);
    expect(await write(store)).toEqual({ data: { done: true } });
  });

  it('serves the repeated call if the last user has signed in again meanwhile', async () => {
    const store = await signedInStore();
    session = OTHER;
    outage = () => Response.json((session = PILOT));
    expect(await write(store)).toEqual({ data: { done: true } });
  });
});

describe('a session that continues', () => {
  it('keeps the data, and is not requested again when a call fails for another reason', async () => {
    const store = await signedInStore();
    await store.dispatch(requestCurrentUser());
    expect(jobsIn(store)).toEqual([{ id: 7 }]);
    globalThis.fetch = () => Promise.resolve(refusal(403, 'forbidden'));
    expect(await write(store)).toMatchObject({ error: { status: 403 } });
    expect(current(store)).toMatchObject({ data: PILOT, isSuccess: true });
  });

  it('fails calls at once when no user was signed in', async () => {
    const store = createStore();
    session = null;
    await store.dispatch(requestCurrentUser());
    expect(await write(store)).toMatchObject({ error: { code: 'unauthenticated' } });
  });
});

describe('the cohort cookie', () => {
  it('holds the cohort and the role of the user who signed in last', () => {
    document.cookie = 'dps_cohort=0f8e-11; Path=/';
    setCohortCookies({ id: 7, role: 'pilot' });
    expect(document.cookie).toMatch(/dps_cohort=user-7; dps_role=pilot/);
    setCohortCookies({ id: 8, role: 'client' });
    expect(document.cookie).toMatch(/dps_cohort=user-8; dps_role=client/);
  });
});
