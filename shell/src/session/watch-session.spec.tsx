import { waitFor } from '@testing-library/react';
import { coreApi } from '@dps/shared-contracts/client';
import { askCurrentUser } from './ask-current-user.ts';
import { createStore } from '../store.ts';

const pilot = { id: 1, role: 'pilot' as const };
const USER = {
  ...pilot,
  name: 'Demo Pilot',
  username: 'demo',
  email: 'a@b.test',
  flightHours: 1,
  profileImage: null,
};
const refusal = (code: string) => new Response(JSON.stringify({ code, message: 'No' }), { status: 401 });

const address = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString());

let session: typeof USER | null;
const realFetch = globalThis.fetch;

beforeEach(() => {
  session = USER;
  globalThis.fetch = (input) => {
    if (!session) return Promise.resolve(refusal('unauthenticated'));
    return Promise.resolve(Response.json(address(input).includes('/user/') ? session : [{ id: 7 }]));
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const userIn = (store: ReturnType<typeof createStore>) =>
  coreApi.endpoints.coreCurrentUser.select()(store.getState()).data;
const jobsIn = (store: ReturnType<typeof createStore>) =>
  coreApi.endpoints.coreMyJobs.select(pilot)(store.getState()).data;

async function signedInStore() {
  const store = createStore();
  const watching = store.dispatch(coreApi.endpoints.coreCurrentUser.initiate());
  await watching;
  await store.dispatch(coreApi.endpoints.coreMyJobs.initiate(pilot));
  expect(jobsIn(store)).toEqual([{ id: 7 }]);
  return store;
}

describe('a session that ends elsewhere', () => {
  it('is noticed when the current user is asked for, and takes with it what was read', async () => {
    const store = await signedInStore();
    session = null;
    await store.dispatch(askCurrentUser());
    expect(userIn(store)).toBeNull();
    expect(jobsIn(store)).toBeUndefined();
  });

  it('is noticed when a call is refused', async () => {
    const store = await signedInStore();
    session = null;
    await store.dispatch(coreApi.endpoints.coreMyJobs.initiate(pilot, { forceRefetch: true }));
    await waitFor(() => expect(userIn(store)).toBeNull());
    expect(jobsIn(store)).toBeUndefined();
  });

  it('is noticed when somebody else has signed in meanwhile, and shows them nothing that was read before', async () => {
    const store = await signedInStore();
    session = { ...USER, id: 9 };
    await store.dispatch(askCurrentUser());
    expect(userIn(store)?.id).toBe(9);
    expect(jobsIn(store)).toBeUndefined();
  });

  it('leaves a session alone when the same user is still signed in', async () => {
    const store = await signedInStore();
    await store.dispatch(askCurrentUser());
    expect(jobsIn(store)).toEqual([{ id: 7 }]);
  });

  it('leaves a session alone when a call fails for another reason', async () => {
    const store = await signedInStore();
    globalThis.fetch = () => Promise.resolve(refusal('invalid_credentials'));
    await store.dispatch(coreApi.endpoints.coreMyJobs.initiate(pilot, { forceRefetch: true }));
    await store.dispatch(coreApi.util.getRunningQueryThunk('coreCurrentUser', undefined));
    expect(userIn(store)).toEqual(USER);
  });
});
