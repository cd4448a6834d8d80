import { jest } from '@jest/globals';
import { THREADS } from '@dps/contract/client';
import { setConnectionLost } from '../connection/connection.ts';
import { ChangeQueue, type Tag } from './change-queue.ts';
import { retryDelay } from './event-stream.ts';
import { startLiveUpdates } from './live-updates.ts';

const USER = 7;
const job = (id: number) =>
  `id: ${id}\nevent: job\ndata: {"jobId":1,"updatedAt":"2026-11-01T09:00:00.000Z","kind":"edited"}\n\n`;

/** A request for the stream, which the test responds to. */
interface Connection {
  lastId: string | null;
  pageUser: string | null;
  isClosed: () => boolean;
  send: (text: string) => void;
  end: () => void;
}

let connections: Connection[];
let respond: (stream: ReadableStream) => Response;
let page: EventTarget & { hidden: boolean };
let stops: (() => void)[];
const realFetch = globalThis.fetch;

const streamOf = (user: number) => (stream: ReadableStream) =>
  new Response(stream, { headers: { 'x-user-id': String(user) } });

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });
  connections = [];
  stops = [];
  respond = streamOf(USER);
  page = Object.assign(new EventTarget(), { hidden: false });
  Object.assign(globalThis, { document: page });
  // Attempts follow each other fast.
  jest.spyOn(Math, 'random').mockReturnValue(-0.12);
  globalThis.fetch = (_url, { headers, signal } = {}) => {
    let controller: ReadableStreamDefaultController | undefined;
    const stream = new ReadableStream({ start: (given) => void (controller = given) });
    let isClosed = false;
    signal?.addEventListener('abort', () => {
      isClosed = true;
      controller?.error(signal.reason);
    });
    connections.push({
      lastId: new Headers(headers).get('last-event-id'),
      pageUser: new Headers(headers).get('x-page-user'),
      isClosed: () => isClosed,
      send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
      end: () => controller?.close(),
    });
    return Promise.resolve(respond(stream));
  };
});
afterEach(() => {
  for (const stop of stops) stop();
  globalThis.fetch = realFetch;
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Starts a tab. Returns the tags that it has read again. */
function openTab(userId = USER, resume = { lastId: '' }) {
  const read: Tag[] = [];
  const stop = startLiveUpdates(userId, resume, {
    invalidate: (tags) => void read.push(...tags),
    responses: () => ({}),
  });
  stops.push(stop);
  return { read, stop };
}

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Lets time pass until a condition is true. Messages and locks between tabs need turns of the event loop. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    await turn();
    await jest.advanceTimersByTimeAsync(10);
  }
}
async function connection(index: number): Promise<Connection> {
  await until(() => connections.length > index);
  const found = connections[index];
  if (!found) throw new Error('There is no such connection');
  return found;
}

describe('the tabs of a browser', () => {
  it('[EVENT-14] share one connection, which another one resumes after the last event', async () => {
    const [first, second] = [openTab(), openTab()];
    (await connection(0)).send(job(3));
    for (const { read } of [first, second]) await until(() => read.length > 0);
    expect([first.read, second.read]).toEqual([['Job'], ['Job']]);
    // A later tab receives the latest events.
    const third = openTab();
    await until(() => third.read.length > 0);
    expect(connections).toHaveLength(1);
    first.stop();
    expect(await connection(1)).toMatchObject({ lastId: '3', pageUser: String(USER) });
    expect(connections[0]?.isClosed()).toBe(true);
  });

  it('take over from a tab that the browser has suspended', async () => {
    const { resolve, promise } = Promise.withResolvers<void>();
    void navigator.locks.request(`dps.events.${USER}`, () => promise).catch(() => undefined);
    const { read } = openTab();
    (await connection(0)).send(job(3));
    await until(() => read.length > 0);
    expect(connections).toHaveLength(1);
    resolve();
  });

  it.each([
    ['refuses channels', () => jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation(refuse)],
    [
      'refuses messages',
      () => jest.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(refuse),
    ],
  ])('[BROWSER-5] receive events in a browser that %s', async (_what, setUp) => {
    setUp();
    const { read } = openTab();
    (await connection(0)).send(job(3));
    await until(() => read.length > 0);
    expect(read).toEqual(['Job']);
  });

  it('open no stream in a browser that refuses locks', () => {
    jest.spyOn(globalThis.Navigator.prototype, 'locks', 'get').mockImplementation(refuse);
    openTab();
    expect(connections).toHaveLength(0);
  });

  it('request no lock again while the browser leaves the page', async () => {
    const error = new DOMException('The document is not fully active.', 'InvalidStateError');
    const request = jest.spyOn(navigator.locks, 'request').mockReturnValue(new Promise(() => {}));
    for (let times = 0; times < 3; times += 1) request.mockRejectedValueOnce(error);
    openTab();
    await turn();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('[EVENT-18] receive nothing of another user', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const own = openTab();
    const stream = await connection(0);
    // The session of the browser is of the first user.
    const foreign = openTab(USER + 1);
    const refused = await connection(1);
    await until(() => refused.isClosed());
    stream.send(job(3));
    await until(() => own.read.length > 0);
    expect(foreign.read).toEqual([]);
  });
});

describe('changes', () => {
  function newQueue() {
    const invalidate = jest.fn<(tags: Tag[]) => void>();
    return { queue: new ChangeQueue({ invalidate, responses: () => ({}) }), invalidate };
  }

  it('are read together if they follow each other closely', () => {
    const { queue, invalidate } = newQueue();
    queue.add({ kind: 'available' });
    jest.advanceTimersByTime(150);
    queue.add({ kind: 'reset' });
    jest.advanceTimersByTime(50);
    expect(invalidate.mock.calls).toEqual([[['AvailableJobs', 'Job', 'FlightRecord', THREADS]]]);
  });

  it('[EVENT-15] are read by a hidden page when it is shown', () => {
    page.hidden = true;
    const { queue, invalidate } = newQueue();
    queue.add({ kind: 'available' });
    jest.advanceTimersByTime(60_000);
    queue.apply();
    expect(invalidate).not.toHaveBeenCalled();
    page.hidden = false;
    queue.apply();
    queue.apply();
    expect(invalidate.mock.calls).toEqual([[['AvailableJobs']]]);
  });
});

describe('a stream', () => {
  it('[EVENT-17] connects again after it ends, and after an error', async () => {
    openTab(USER, { lastId: '2' });
    const first = await connection(0);
    expect(first.lastId).toBe('2');
    first.send(job(3));
    respond = () => {
      respond = streamOf(USER);
      return new Response('', { status: 503 });
    };
    first.end();
    await connection(2);
    expect(connections.map(({ lastId }) => lastId)).toEqual(['2', '3', '3']);
  });

  it('[EVENT-17] connects again if no byte arrives, as behind a balancer that buffers', async () => {
    openTab();
    const stream = await connection(0);
    await jest.advanceTimersByTimeAsync(44_000);
    expect(stream.isClosed()).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(stream.isClosed()).toBe(true);
    await connection(1);
  });

  it('reads everything again if it opens long after the page, and is closed for good when the page stops', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const { read, stop } = openTab();
    const stream = await connection(0);
    now.mockReturnValue(30_000);
    stream.send('id: 3\n\n');
    await until(() => read.length > 0);
    expect(read).toEqual(['Job', 'AvailableJobs', 'FlightRecord', THREADS]);
    stop();
    await until(() => stream.isClosed());
    expect(connections).toHaveLength(1);
  });

  it('connects at once when the server responds again', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1_000);
    respond = () => new Response('', { status: 503 });
    openTab();
    await connection(0);
    setConnectionLost(true);
    await until(() => connections[0]?.isClosed() === true);
    setConnectionLost(false);
    expect((await connection(1)).lastId).toBeNull();
  });

  it.each([
    [0, 0, 1_000],
    [0, 1, 5_000],
    [3, 0.5, 17_000],
    [20, 1, 61_000],
  ])('[EVENT-17] waits after %d failures, for the random number %d, %d ms', (failures, random, ms) => {
    expect(retryDelay(failures, random)).toBe(ms);
  });
});
