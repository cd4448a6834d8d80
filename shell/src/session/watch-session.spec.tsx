import { waitFor } from '@testing-library/react';
import { paths, type UserView } from '@dps/shared-contracts';
import { coreApi, moduleEndpoints } from '@dps/shared-contracts/client';
import { aPilot, reply } from '@dps/shared-contracts/testing';
import { createStore } from '../store.ts';
import { askCurrentUser } from './ask-current-user.ts';
import { endSession } from './end-session.ts';

const PILOT = aPilot();
const mine = { id: PILOT.id, role: PILOT.role };
const refusal = (status: number, code: string) => reply(status, { code, message: 'No' });
const testApi = moduleEndpoints('test', '1.0.0', (build) => ({
  write: build.mutation<{ done: boolean }, void>({ query: () => ({ url: '/api/write', method: 'POST' }) }),
}));

const address = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString());

/** Who the server says is signed in. */
let session: UserView | null;
/** What it answers everybody who asks who they are, instead. */
let outage: (() => Response) | null;
let asked: string[];
const realFetch = globalThis.fetch;

beforeEach(() => {
  session = PILOT;
  outage = null;
  asked = [];
  globalThis.fetch = (input) => {
    const url = address(input);
    asked.push(url);
    if (url === paths.currentUser() && outage) return Promise.resolve(outage());
    if (!session) return Promise.resolve(refusal(401, 'unauthenticated'));
    const rows = url === '/api/write' ? { done: true } : [{ id: 7 }];
    return Promise.resolve(Response.json(url === paths.currentUser() ? session : rows));
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

type Store = ReturnType<typeof createStore>;
const who = (store: Store) => coreApi.endpoints.coreCurrentUser.select()(store.getState());
const jobsIn = (store: Store) => coreApi.endpoints.coreMyJobs.select(mine)(store.getState()).data;
const write = (store: Store) => store.dispatch(testApi.write.initiate());
const refused = (store: Store) =>
  waitFor(() => expect(who(store).error).toMatchObject({ code: 'unauthenticated' }));

async function signedInStore() {
  const store = createStore();
  await store.dispatch(coreApi.endpoints.coreCurrentUser.initiate());
  await store.dispatch(coreApi.endpoints.coreMyJobs.initiate(mine));
  expect(jobsIn(store)).toEqual([{ id: 7 }]);
  asked = [];
  return store;
}

describe('a session that ends elsewhere', () => {
  it('leaves on screen who was signed in and what was read, and says that it is over', async () => {
    const store = await signedInStore();
    session = null;
    await store.dispatch(askCurrentUser());
    expect(who(store)).toMatchObject({ data: PILOT, error: { code: 'unauthenticated' } });
    expect(jobsIn(store)).toEqual([{ id: 7 }]);
  });

  it('is noticed when calls are refused, which go on once the same user is back', async () => {
    const store = await signedInStore();
    session = null;
    const calls = [write(store), write(store)];
    await refused(store);
    expect(asked).toEqual(['/api/write', '/api/write', paths.currentUser()]);
    session = PILOT;
    await store.dispatch(askCurrentUser());
    for (const call of calls) expect(await call).toEqual({ data: { done: true } });
    expect(who(store).error).toBeUndefined();
    expect(jobsIn(store)).toEqual([{ id: 7 }]);
  });

  it('lets a call fail that is refused a second time', async () => {
    const store = await signedInStore();
    session = null;
    outage = () => Response.json(PILOT);
    expect(await write(store)).toMatchObject({ error: { code: 'unauthenticated' } });
  });

  it('lets refused calls fail when the server does not say who is signed in', async () => {
    const store = await signedInStore();
    session = null;
    outage = () => refusal(503, 'unavailable');
    expect(await write(store)).toMatchObject({ error: { status: 401 } });
    expect(who(store).data).toEqual(PILOT);
  });

  it('forgets everything when its user leaves, and tells no form that its call has failed', async () => {
    const store = await signedInStore();
    session = null;
    let answered = false;
    void write(store).finally(() => {
      answered = true;
    });
    const read = store.dispatch(coreApi.endpoints.coreMyJobs.initiate(mine, { forceRefetch: true }));
    await refused(store);
    endSession(store.dispatch);
    expect(await read).toMatchObject({ isSuccess: false });
    expect(who(store).data).toBeNull();
    expect(jobsIn(store)).toBeUndefined();
    expect(answered).toBe(false);
  });

  it('shows somebody else who has signed in meanwhile nothing that was read before', async () => {
    const store = await signedInStore();
    session = null;
    void write(store);
    await refused(store);
    session = aPilot({ id: 9 });
    await store.dispatch(askCurrentUser());
    expect(who(store).data?.id).toBe(9);
    expect(jobsIn(store)).toBeUndefined();
    expect(asked.filter((url) => url === '/api/write')).toHaveLength(1);
  });
});

describe('a session that goes on', () => {
  it('keeps what was read when the same user is still signed in', async () => {
    const store = await signedInStore();
    await store.dispatch(askCurrentUser());
    expect(jobsIn(store)).toEqual([{ id: 7 }]);
  });

  it('is not asked about when a call fails for another reason', async () => {
    const store = await signedInStore();
    globalThis.fetch = () => Promise.resolve(refusal(403, 'forbidden'));
    expect(await write(store)).toMatchObject({ error: { status: 403 } });
    expect(who(store)).toMatchObject({ data: PILOT, isSuccess: true });
  });

  it('is over for somebody who was never signed in: their calls fail at once', async () => {
    const store = createStore();
    session = null;
    await store.dispatch(askCurrentUser());
    expect(await write(store)).toMatchObject({ error: { code: 'unauthenticated' } });
  });
});
