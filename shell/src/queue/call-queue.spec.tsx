import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { paths } from '@dps/contract';
import { fakeServer } from '@dps/contract/testing';
import type { ApiError, ApiRequest, CallResult, KeptCall } from '@dps/contract/client';
import { CallQueue } from './call-queue.ts';
import type { CallStore, StoredCall } from './call-store.ts';

/** Calls in memory, as a browser keeps them over several pages. */
function memoryStore() {
  const calls = new Map<number, StoredCall>();
  let lastId = 0;
  const store: CallStore = {
    add: (call) => {
      lastId += 1;
      const stored = { ...call, id: lastId };
      calls.set(lastId, stored);
      return Promise.resolve(stored);
    },
    ofUser: (userId) => Promise.resolve([...calls.values()].filter((call) => call.userId === userId)),
    waits: (id) => Promise.resolve(calls.has(id) && calls.get(id)?.refusal === undefined),
    put: (call) => Promise.resolve(calls.set(call.id, call)),
    remove: (id) => Promise.resolve(calls.delete(id)),
  };
  return { store, calls };
}

const UNREACHABLE: { error: ApiError } = { error: { status: 0, message: '0: Failed to fetch' } };
const call = (progress: number): ApiRequest => ({
  url: paths.job(1),
  method: 'PUT',
  body: { progress },
  whenOffline: { title: `Progress ${progress}%` },
});

/** A page of user 7, with a server that responds with `server.respond`. */
function openPage(store: CallStore) {
  let shown: readonly KeptCall[] = [];
  const queue = new CallQueue(store, (calls) => (shown = calls));
  const server = { respond: (_request: ApiRequest): CallResult => UNREACHABLE, user: 7, isPaused: false };
  const received: unknown[] = [];
  const send = (request: ApiRequest): Promise<CallResult> => {
    if (server.isPaused) return new Promise(() => {});
    const result = server.respond(request);
    if (request.url === paths.currentUser() && !('error' in result))
      return Promise.resolve({ data: { id: server.user } });
    if (!('error' in result)) received.push(request.body);
    return Promise.resolve(result);
  };
  const stop = queue.start(7, (stored) => void queue.send(stored, send));
  const make = (request: ApiRequest) => queue.keep(request, send);
  const responses = () => shown.map(({ response }) => response);
  const states = () => shown.map(({ isSent, refusal }) => (isSent ? 'sent' : (refusal ?? 'waits')));
  const online = async () => {
    await settle();
    globalThis.dispatchEvent(new Event('online'));
    await settle();
  };
  const removeFirst = () => shown[0]?.remove?.();
  return { queue, server, received, stop, make, states, responses, removeFirst, online };
}

/** Waits until all promises have settled. */
const settle = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
};
const reachable = () => ({ data: {} });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('calls without a network', () => {
  it('[FIELD-10] wait, also behind each other, and are sent once and in order when it is back', async () => {
    const page = openPage(memoryStore().store);
    for (const progress of [10, 20])
      expect(await page.make(call(progress))).toMatchObject({ error: { isQueued: true } });
    expect(page.states()).toEqual(['waits', 'waits']);
    page.server.respond = reachable;
    expect(await page.make(call(30))).toMatchObject({ error: { status: 202, isQueued: true } });
    await page.online();
    expect(page.received).toEqual([{ progress: 10 }, { progress: 20 }, { progress: 30 }]);
    expect(page.states()).toEqual(['sent', 'sent', 'sent']);
    expect(page.responses()).toEqual([{}, {}, {}]);
  });

  it('[FIELD-10] are sent by the next page with the key of their first attempt', async () => {
    const { store, calls } = memoryStore();
    const first = openPage(store);
    await first.make(call(10));
    first.stop();
    const key = [...calls.values()][0]?.request.idempotencyKey;
    expect(key).toMatch(/^[\da-f-]{36}$/);
    const next = openPage(store);
    const keys: unknown[] = [];
    next.server.respond = ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return reachable();
    };
    await settle();
    expect(keys.filter((each) => each !== undefined)).toEqual([key]);
    expect([next.states(), calls.size]).toEqual([['sent'], 0]);
  });

  it('[FIELD-9, FIELD-12] stay with the reason if the server refuses them, until the user removes them', async () => {
    const { store } = memoryStore();
    const page = openPage(store);
    await page.make(call(10));
    page.server.respond = ({ url }) =>
      url === paths.job(1)
        ? { error: { status: 409, message: '409', userMessage: 'The job can no longer be changed.' } }
        : reachable();
    await page.online();
    const next = openPage(store);
    await settle();
    expect([page.states(), next.states()]).toEqual([
      ['The job can no longer be changed.'],
      ['The job can no longer be changed.'],
    ]);
    next.removeFirst();
    await settle();
    expect([next.states(), await store.ofUser(7)]).toEqual([[], []]);
  });

  it.each([408, 429, 500, 503])('[FIELD-10] wait while the server returns %i', async (status) => {
    const page = openPage(memoryStore().store);
    await page.make(call(10));
    page.server.respond = ({ url }) =>
      url === paths.job(1) ? { error: { status, message: String(status) } } : reachable();
    await page.online();
    expect(page.states()).toEqual(['waits']);
    page.server.respond = reachable;
    await page.online();
    expect([page.received, page.states()]).toEqual([[{ progress: 10 }], ['sent']]);
  });

  it('[FIELD-13] wait while another user is signed in', async () => {
    const page = openPage(memoryStore().store);
    await page.make(call(10));
    page.server.respond = reachable;
    page.server.user = 8;
    await page.online();
    expect([page.received, page.states()]).toEqual([[], ['waits']]);
  });

  it('[FIELD-13] name their user, and wait if the server refuses the session of another user', async () => {
    const page = openPage(memoryStore().store);
    await page.make({ ...call(10), userId: 7 });
    await settle();
    const users: unknown[] = [];
    page.server.respond = ({ url, userId }) => {
      users.push([url, userId]);
      return url === paths.job(1)
        ? { error: { status: 409, message: '409', code: 'other_user' } }
        : reachable();
    };
    await page.online();
    expect(users).toEqual([
      [paths.currentUser(), undefined],
      [paths.job(1), 7],
    ]);
    expect(page.states()).toEqual(['waits']);
  });

  it('[FIELD-13] do not block the queue of the next page while they wait for a sign-in', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const request = (_name: string, task: () => Promise<unknown>) => (last = last.then(task));
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    const { store } = memoryStore();
    const page = openPage(store);
    await page.make(call(10));
    page.server.isPaused = true;
    await page.online();
    page.stop();
    const next = openPage(store);
    next.server.respond = reachable;
    await settle();
    Reflect.deleteProperty(navigator, 'locks');
    expect(next.states()).toEqual(['sent']);
  });

  it('[SECURE-19] of a user who has left are not kept for the next user', async () => {
    const { store, calls } = memoryStore();
    const { queue, stop } = openPage(store);
    const result = Promise.withResolvers<CallResult>();
    const made = queue.keep(call(10), () => result.promise);
    await settle();
    stop();
    queue.start(9, () => undefined);
    result.resolve(UNREACHABLE);
    expect(await made).toEqual(UNREACHABLE);
    expect([...calls.values()]).toEqual([]);
  });

  it('[BROWSER-7, FIELD-14] fail if the browser does not store them', async () => {
    const { store } = memoryStore();
    const page = openPage({ ...store, add: () => Promise.reject(new Error('No storage')) });
    const userMessage =
      'This browser cannot keep calls on this device (private window?). Your entry was not saved: try again with a connection.';
    expect(await page.make(call(10))).toEqual({
      error: { ...UNREACHABLE.error, isQueued: false, userMessage },
    });
  });
});

it.each([
  ['refuses locks', { request: () => Promise.reject(new DOMException('Denied', 'SecurityError')) }],
  ['has no locks', undefined],
])('a browser that %s sends a waiting call once', async (_what, locks) => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  const page = openPage(memoryStore().store);
  await page.make(call(10));
  page.server.respond = reachable;
  await page.online();
  expect([page.received, page.states()]).toEqual([[{ progress: 10 }], ['sent']]);
  Reflect.deleteProperty(navigator, 'locks');
});

it('a call is sent although the browser has deleted it', async () => {
  const gone = () => Promise.reject(new Error('The database is gone'));
  const page = openPage({ ...memoryStore().store, waits: gone, put: gone, remove: gone });
  await page.make(call(10));
  page.server.respond = reachable;
  await page.online();
  expect([page.received, page.states()]).toEqual([[{ progress: 10 }], ['sent']]);
});

it('a call with a response is not kept', async () => {
  const page = openPage(memoryStore().store);
  page.server.respond = reachable;
  expect(await page.make(call(10))).toEqual({ data: {} });
  expect(page.states()).toEqual([]);
});

describe('the log of a flight', () => {
  const file = new File(['time,latitude'], 'flight.csv', { lastModified: 5 });
  const flight: ApiRequest = {
    url: paths.flightRecords(),
    method: 'POST',
    body: { flightNumber: 'FL-1' },
    whenOffline: { title: 'Flight FL-1' },
    log: { file, title: 'Log of flight FL-1' },
  };
  const upload = { id: 9, jobId: 7, receivedBytes: 0, completedAt: null };
  const responses: Record<string, unknown> = {
    [paths.currentUser()]: {},
    [paths.flightRecords()]: { id: 5, jobId: 7 },
    [paths.uploads(7)]: upload,
    [`${paths.upload(7, 9)}/complete`]: { ...upload, completedAt: '2026-11-02T10:00:00.000Z' },
    [paths.job(1)]: {},
  };
  const respond = ({ url }: ApiRequest): CallResult => ({ data: responses[url] });
  const parts: string[] = [];
  beforeEach(() => {
    jest.useRealTimers();
    parts.length = 0;
    const { XMLHttpRequest: Upload } = fakeServer({
      'PUT /api/jobs/7/uploads/9/parts/1': ({ body }) => void parts.push(String(body)),
    });
    Object.assign(globalThis, { XMLHttpRequest: Upload });
  });

  it('[FIELD-18] is uploaded after its record, once, also by a later page of the browser', async () => {
    const { store, calls } = memoryStore();
    const first = openPage(store);
    expect(await first.make(flight)).toMatchObject({ error: { isQueued: true } });
    first.stop();
    const next = openPage(store);
    next.server.respond = respond;
    await waitFor(() => expect(next.states()).toEqual(['sent', 'sent']));
    expect(next.received).toContainEqual({
      purpose: 'flight-log',
      recordId: 5,
      fileName: 'flight.csv',
      fileSize: 13,
      lastModified: 5,
    });
    expect([parts, calls.size]).toEqual([['time,latitude'], 0]);
  });

  it('[FIELD-18] continues in the next page of the browser, with the key of its record', async () => {
    const { store, calls } = memoryStore();
    const first = openPage(store);
    first.server.respond = (request) => (request.url === paths.uploads(7) ? UNREACHABLE : respond(request));
    expect(await first.make({ ...flight, idempotencyKey: 'a' })).toEqual({ data: { id: 5, jobId: 7 } });
    await waitFor(() => expect(first.states()).toEqual(['waits']));
    first.stop();
    expect([...calls.values()]).toMatchObject([
      { request: { idempotencyKey: 'a' }, upload: { file, recordId: 5 } },
    ]);
    const next = openPage(store);
    next.server.respond = respond;
    await waitFor(() => expect(next.states()).toEqual(['sent']));
    expect(parts).toEqual(['time,latitude']);
  });

  it('[FIELD-18] does not delay other calls, and is uploaded by a browser that does not store it', async () => {
    const { store } = memoryStore();
    const page = openPage({ ...store, add: () => Promise.reject(new Error('No storage')) });
    let isBusy = true;
    page.server.respond = (request) =>
      isBusy && request.url === paths.uploads(7) ? UNREACHABLE : respond(request);
    await page.make(flight);
    await waitFor(() => expect(page.states()).toEqual(['waits']));
    expect(await page.make(call(10))).toEqual({ data: {} });
    isBusy = false;
    // An event ends the pause between two attempts, once it has begun.
    await waitFor(() => {
      globalThis.dispatchEvent(new Event('online'));
      expect(page.states()).toEqual(['sent']);
    });
    expect(parts).toEqual(['time,latitude']);
  });

  it('[FIELD-18] stays with the reason if the server refuses it', async () => {
    const page = openPage(memoryStore().store);
    page.server.respond = (request) =>
      request.url === paths.uploads(7)
        ? { error: { status: 409, code: 'job_locked', message: '409', userMessage: 'The job is paid.' } }
        : respond(request);
    await page.make(flight);
    await waitFor(() => expect(page.states()).toEqual(['The job is paid.']));
  });
});

describe('a message with files', () => {
  const files = ['plan', 'site'].map((name) => new File([name], `${name}.pdf`, { lastModified: 5 }));
  const message: ApiRequest = {
    url: paths.messages(7, 3),
    method: 'POST',
    body: { text: 'See these', fileIds: [4, null, null] },
    whenOffline: { title: 'Message about Roof' },
    files: {
      jobId: 7,
      all: [
        { id: 4, file: { name: 'old.pdf', size: 9, type: '', lastModified: 5 } },
        ...files.map((file) => ({ id: null, file, idempotencyKey: file.name })),
      ],
    },
  };
  const sent = { text: 'See these', fileIds: [4, 10, 11] };

  /** A server with uploads, which responds to a message with `message`. */
  function uploads() {
    const begun = new Map<string, { id: number; receivedBytes: number; completedAt: string | null }>();
    const calls: string[] = [];
    const of = (url: string) => [...begun.values()].find(({ id }) => url.includes(`/uploads/${id}`));
    const { XMLHttpRequest: Upload } = fakeServer({
      'PUT /api/jobs/7/uploads/:id/parts/1': ({ url, body }) => {
        calls.push(String(body));
        Object.assign(of(url) ?? {}, { receivedBytes: 4 });
      },
    });
    Object.assign(globalThis, { XMLHttpRequest: Upload });
    const server = {
      calls,
      message: (): CallResult => ({ data: { id: 40 } }),
      respond: ({ url, method = 'GET', idempotencyKey = '' }: ApiRequest): CallResult => {
        if (url === message.url) return server.message();
        if (url === paths.uploads(7)) {
          const upload = begun.get(idempotencyKey) ?? {
            id: 10 + begun.size,
            receivedBytes: 0,
            completedAt: null,
          };
          begun.set(idempotencyKey, upload);
          return { data: { ...upload } };
        }
        if (method === 'DELETE') calls.push(`delete ${url}`);
        if (url.endsWith('/complete'))
          Object.assign(of(url) ?? {}, { completedAt: '2026-11-02T10:00:00.000Z' });
        return { data: of(url) };
      },
    };
    return server;
  }
  beforeEach(() => void jest.useRealTimers());

  it('[CHAT-9] waits, uploads them when the network is back, and is sent once after them', async () => {
    const { store, calls } = memoryStore();
    const { calls: parts, respond } = uploads();
    const page = openPage(store);
    expect(await page.make(message)).toMatchObject({ error: { isQueued: true } });
    expect(page.received).toEqual([]);
    page.server.respond = respond;
    await waitFor(() => {
      globalThis.dispatchEvent(new Event('online'));
      expect(page.states()).toEqual(['sent']);
    });
    expect([parts, page.received.at(-1), page.responses()]).toEqual([['plan', 'site'], sent, [{ id: 40 }]]);
    expect(calls.size).toBe(0);
  });

  it('[CHAT-9] continues in the next page with the files that the server has, also if only the response was lost', async () => {
    const { store } = memoryStore();
    const server = uploads();
    const first = openPage(store);
    server.message = () => UNREACHABLE;
    first.server.respond = server.respond;
    expect(await first.make(message)).toMatchObject({ error: { isQueued: true } });
    await waitFor(() => expect(server.calls).toEqual(['plan', 'site']));
    first.stop();
    const next = openPage(store);
    server.message = () => ({ data: { id: 40 } });
    next.server.respond = server.respond;
    await waitFor(() => expect(next.states()).toEqual(['sent']));
    expect([server.calls, next.received.at(-1)]).toEqual([['plan', 'site'], sent]);
  });

  it('[CHAT-9] follows earlier calls, and delays no later ones', async () => {
    const server = uploads();
    const page = openPage(memoryStore().store);
    await page.make(call(10));
    await page.make(message);
    page.server.respond = (request) =>
      request.url === paths.uploads(7) ? UNREACHABLE : server.respond(request);
    await waitFor(() => {
      globalThis.dispatchEvent(new Event('online'));
      expect(page.states()).toEqual(['sent', 'waits']);
    });
    expect(await page.make(call(20))).toEqual({ data: undefined });
  });

  it('[CHAT-10] stays with the reason if the server refuses a file, and the others are deleted there', async () => {
    const { store, calls } = memoryStore();
    const server = uploads();
    const page = openPage(store);
    const error: ApiError = { status: 400, code: 'invalid_file', message: '400', userMessage: 'No PDF.' };
    page.server.respond = (request) =>
      request.url === `${paths.upload(7, 11)}/complete` ? { error } : server.respond(request);
    await page.make(message);
    await waitFor(() => expect(page.states()).toEqual(['site.pdf: No PDF.']));
    expect(server.calls).toEqual(['plan', 'site', `delete ${paths.upload(7, 10)}`]);
    expect([...calls.values()]).toMatchObject([{ request: { files: message.files } }]);
  });

  it.each([
    ['has no room', new DOMException('Full', 'QuotaExceededError'), 'This device has no room'],
    ['does not store calls', new Error('No storage'), 'This browser cannot keep calls'],
  ])('[FIELD-14] fails in a browser that %s', async (_what, reason, text) => {
    const page = openPage({ ...memoryStore().store, add: () => Promise.reject(reason) });
    expect(await page.make(message)).toMatchObject({
      error: { isQueued: false, userMessage: expect.stringContaining(text) },
    });
    expect([page.received, page.states()]).toEqual([[], []]);
  });
});
