import { jest } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { baseApi, setPageUser } from './base-api.ts';
import { retryReads } from './hanging-reads.ts';
import { paths } from '../index.ts';
import { coreApi } from './core-api.ts';
import { moduleEndpoints } from './module-endpoints.ts';
import { keepCalls, type CallKeeper } from './queued-calls.ts';
import type { ApiRequest } from './send.ts';

const DAY = 86_400_000;
const endpoints = moduleEndpoints('test', '1.0.0', (build) => ({
  read: build.query<unknown, void>({ query: () => ({ url: '/api/read' }) }),
  readAll: build.query<number[], void>({ query: () => ({ url: '/api/rows', allPages: true }) }),
  write: build.mutation<unknown, object>({ query: (body) => ({ url: '/api/write', method: 'POST', body }) }),
  post: build.mutation<unknown, string>({
    query: (idempotencyKey) => ({ url: '/api/write', method: 'POST', body: {}, idempotencyKey }),
  }),
  log: build.mutation<unknown, void>({
    query: () => ({ url: '/api/log', method: 'POST', body: {}, whenOffline: { title: 'A flight' } }),
  }),
  deliver: build.mutation<unknown, ApiRequest>({ query: (call) => call }),
  end: build.mutation<unknown, void>({ query: () => ({ url: '/api/end', method: 'POST' }) }),
}));

const realFetch = globalThis.fetch;
let calls: { url: string; init: RequestInit }[];

/** Responds to all calls of the page, and records them. */
function respondWith(respond: (url: string) => Response): void {
  calls = [];
  globalThis.fetch = (input, init = {}) => {
    const url = input instanceof Request ? input.url : input.toString();
    calls.push({ url, init });
    return Promise.resolve(respond(url));
  };
}
const newStore = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

describe('a call', () => {
  it('[FIELD-14] goes through the keeper only if it may wait', async () => {
    respondWith(() => Response.json({}));
    const keep = jest.fn<CallKeeper>((call, make) => make(call));
    keepCalls(keep);
    const { dispatch } = newStore();
    await dispatch(endpoints.write.initiate({}));
    await dispatch(endpoints.log.initiate());
    keepCalls(undefined);
    await dispatch(endpoints.log.initiate());
    expect(keep.mock.calls.map(([{ url }]) => url)).toEqual(['/api/log']);
    expect(calls.map(({ url }) => url)).toEqual(['/api/write', '/api/log', '/api/log']);
  });

  it('[CALL-1] sends cookies, its idempotency key, and JSON only with a body', async () => {
    respondWith(() => Response.json({}));
    const { dispatch } = newStore();
    await dispatch(endpoints.read.initiate());
    await dispatch(endpoints.write.initiate({ title: 'Roof' }));
    await dispatch(endpoints.end.initiate());
    await dispatch(endpoints.post.initiate('3f1c'));
    const json = { 'content-type': 'application/json' };
    expect(calls.map(({ init }) => [init.method, init.credentials, init.headers, init.body])).toEqual([
      ['GET', 'include', {}, undefined],
      ['POST', 'include', json, '{"title":"Roof"}'],
      ['POST', 'include', {}, undefined],
      ['POST', 'include', { ...json, 'idempotency-key': '3f1c' }, '{}'],
    ]);
  });

  it('[SECURE-40] names the user of the page, except if it is about the session of the browser', async () => {
    respondWith(() => Response.json({ id: 8 }));
    setPageUser(7);
    const { dispatch } = newStore();
    await dispatch(endpoints.read.initiate());
    await dispatch(coreApi.endpoints.coreLogout.initiate());
    await dispatch(coreApi.endpoints.coreCurrentUser.initiate());
    await dispatch(coreApi.endpoints.coreLogin.initiate({ username: 'ada', password: 'secret-1' }));
    setPageUser(undefined);
    await dispatch(endpoints.end.initiate());
    const users = calls.map(({ url, init }) => [url, new Headers(init.headers).get('x-page-user')]);
    expect(users.slice(0, 4)).toEqual([
      ['/api/read', '7'],
      [paths.logout(), '7'],
      [paths.currentUser(), null],
      [paths.login(), null],
    ]);
    expect(users.at(-1)).toEqual(['/api/end', null]);
  });

  it('keeps the user of its page while it waits on the device', async () => {
    respondWith(() => Response.json({}));
    setPageUser(7);
    const kept: ApiRequest[] = [];
    keepCalls(async (call) => {
      kept.push(call);
      return { data: null };
    });
    const { dispatch } = newStore();
    await dispatch(endpoints.log.initiate());
    setPageUser(8);
    keepCalls(undefined);
    await dispatch(endpoints.deliver.initiate(kept[0] ?? { url: '' }));
    setPageUser(undefined);
    expect(calls.map(({ init }) => new Headers(init.headers).get('x-page-user'))).toEqual(['7']);
  });

  it('[LIST-4] follows the link to the next page of a list', async () => {
    respondWith((url) =>
      url.includes('after')
        ? Response.json([3])
        : Response.json([1, 2], { headers: { link: '</api/rows?after=2>; rel="next"' } }),
    );
    expect((await newStore().dispatch(endpoints.readAll.initiate())).data).toEqual([1, 2, 3]);
    expect(calls.map(({ url }) => url)).toEqual(['/api/rows', '/api/rows?after=2']);
  });

  it('[LIST-7] does not repeat a call that failed', async () => {
    jest.useFakeTimers();
    respondWith(() => Response.json({ message: 'Busy' }, { status: 503 }));
    const { dispatch } = newStore();
    expect(await dispatch(endpoints.read.initiate())).toMatchObject({ error: { status: 503 } });
    expect(await dispatch(endpoints.end.initiate())).toMatchObject({ error: { status: 503 } });
    await jest.advanceTimersByTimeAsync(DAY);
    expect(calls).toHaveLength(2);
  });
});

describe('a read that has failed', () => {
  const fails = () => Response.json({ message: 'Busy' }, { status: 503 });

  it('[LIST-7] is not repeated for a component that needs the data soon after', async () => {
    jest.useFakeTimers();
    respondWith(fails);
    const { dispatch } = newStore();
    // The page requests the data before its parts have loaded.
    await dispatch(endpoints.readAll.initiate(undefined, { subscribe: false }));
    expect(await dispatch(endpoints.readAll.initiate())).toMatchObject({ error: { status: 503 } });
    expect(await dispatch(endpoints.readAll.initiate())).toMatchObject({ isError: true });
    expect(calls).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(5_000);
    await dispatch(endpoints.readAll.initiate());
    expect(calls).toHaveLength(2);
  });

  it('is repeated by a retry, and after the data of the user was deleted', async () => {
    respondWith(fails);
    const { dispatch } = newStore();
    const read = dispatch(endpoints.readAll.initiate());
    await read;
    respondWith(() => Response.json([1]));
    expect((await read.refetch()).data).toEqual([1]);
    respondWith(fails);
    await read.refetch();
    dispatch(baseApi.util.resetApiState());
    respondWith(() => Response.json([2]));
    expect((await dispatch(endpoints.readAll.initiate())).data).toEqual([2]);
  });
});

it('[BROWSER-2] a retry sends reads without a response again, and no write', async () => {
  const requests: string[] = [];
  globalThis.fetch = (_url, { method = '', signal } = {}) => {
    requests.push(method);
    if (requests.length > 2) return Promise.resolve(Response.json({ id: 1 }));
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  };
  const { dispatch } = newStore();
  const read = dispatch(endpoints.read.initiate());
  const write = dispatch(endpoints.write.initiate({}));
  await new Promise((resolve) => setImmediate(resolve));
  expect(retryReads()).toBe(true);
  expect((await read).data).toEqual({ id: 1 });
  expect(requests).toEqual(['GET', 'POST', 'GET']);
  expect(retryReads()).toBe(false);
  write.abort();
});

describe('the cache', () => {
  it('[LIST-6] does not refetch on focus, after a pause, or when the data is used again', async () => {
    jest.useFakeTimers();
    respondWith(() => Response.json({ id: 1 }));
    const { dispatch } = newStore();
    const first = dispatch(endpoints.read.initiate());
    await first;
    dispatch(baseApi.internalActions.onFocus());
    dispatch(baseApi.internalActions.onOnline());
    await jest.advanceTimersByTimeAsync(DAY);
    first.unsubscribe();
    await jest.advanceTimersByTimeAsync(DAY);
    expect((await dispatch(endpoints.read.initiate())).data).toEqual({ id: 1 });
    expect(calls).toHaveLength(1);
  });
});
