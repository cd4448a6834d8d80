import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const SCRIPT = readFileSync(new URL('../assets/service-worker.js', import.meta.url), 'utf8');
const ORIGIN = 'http://localhost:4200';
const JOBS = '/api/jobs/pilot/7';
const USER = '/api/user/current';

/** The caches of a browser, as far as the worker uses them. */
class FakeCaches {
  readonly stored = new Map<string, Map<string, Response>>();
  readonly keys = () => Promise.resolve([...this.stored.keys()]);
  readonly delete = (name: string) => Promise.resolve(this.stored.delete(name));
  open(name: string) {
    const entries = this.stored.get(name) ?? new Map<string, Response>();
    this.stored.set(name, entries);
    return Promise.resolve({
      match: (path: string) => Promise.resolve(entries.get(path)?.clone()),
      put: (path: string, response: Response) => Promise.resolve(void entries.set(path, response)),
      keys: () => Promise.resolve([...entries.keys()].map((path) => ({ url: ORIGIN + path }))),
      delete: (path: string) => Promise.resolve(entries.delete(path)),
    });
  }
}

interface Sent {
  method?: string;
  mode?: string;
  integrity?: string;
  headers?: Record<string, string>;
}

/** A worker that controls a page, and the network behind it. */
function startWorker() {
  const caches = new FakeCaches();
  const listeners = new Map<string, (event: object) => void>();
  /** Returns the response of the network; throws without one. */
  const network = { respond: (_path: string): Response | Promise<Response> => new Response('') };
  const timers: (() => void)[] = [];
  /** Paths of events that the worker has extended after their end. A browser throws then, and may stop the worker. */
  const tooLate: string[] = [];
  const context = {
    caches,
    crypto: globalThis.crypto,
    btoa,
    Headers,
    Response,
    URL,
    setTimeout: (run: () => void) => void timers.push(run),
    fetch: async (target: string | { url: string }) => {
      const { pathname } = new URL(typeof target === 'string' ? target : target.url, ORIGIN);
      return network.respond(pathname);
    },
    self: {
      location: { origin: ORIGIN },
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    },
  };
  runInNewContext(SCRIPT, context);
  /** Makes a request of the page. Resolves with the worker's response when its work is done; undefined without one. */
  async function request(
    path: string,
    { method = 'GET', mode = 'cors', integrity = '', headers = {} }: Sent = {},
  ) {
    const work: Promise<unknown>[] = [];
    let response: Promise<Response> | undefined;
    let isOver = false;
    listeners.get('fetch')?.({
      request: { url: ORIGIN + path, method, mode, integrity, headers: new Headers(headers) },
      waitUntil: (done: Promise<unknown>) => {
        if (isOver) tooLate.push(path);
        else work.push(done);
      },
      respondWith: (given: Promise<Response>) => (response = given),
    });
    const [result] = await Promise.allSettled([response]);
    for (const done of work) await done;
    isOver = true;
    return result.status === 'fulfilled' ? result.value : undefined;
  }
  /** Ends the time that the network has. */
  const endTime = () => timers.splice(0).forEach((run) => run());
  return { caches, network, tooLate, request, endTime };
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const responseOf = (user: number, body: string) =>
  new Response(body, { headers: { 'x-user-id': `${user}` } });
type Worker = ReturnType<typeof startWorker>;

/** Reads the jobs of a user with a network, then ends the network. */
async function readJobs({ network, request }: Worker, user: number): Promise<void> {
  network.respond = (path) => responseOf(user, `${path} of ${user}`);
  await request(USER);
  await request(JOBS);
  network.respond = offline;
}

describe('reads of a user without a network', () => {
  it('[FIELD-2] have the last response, which is marked', async () => {
    const worker = startWorker();
    await readJobs(worker, 7);
    const response = await worker.request(JOBS);
    expect(await response?.text()).toBe(`${JOBS} of 7`);
    expect(response?.headers.get('x-kept')).toBe('1');
    expect(await worker.request('/api/jobs/9')).toBeUndefined();
  });

  it.each([
    ['/api/threads?limit=41', true],
    ['/api/jobs/7/threads/3', true],
    ['/api/jobs/7/threads/3/messages?limit=41', true],
    ['/api/jobs/7/threads/3/messages?limit=41&after=90', false],
    ['/api/jobs/7/threads/3/files/9', false],
    ['/api/threads/unread', false],
  ])('[FIELD-2] of %s have a kept response: %s', async (path, isKept) => {
    const worker = startWorker();
    await readJobs(worker, 7);
    worker.network.respond = () => responseOf(7, 'messages');
    await worker.request(path);
    worker.network.respond = offline;
    expect(await (await worker.request(path))?.text()).toBe(isKept ? 'messages' : undefined);
  });

  it.each([
    ['of another user', (worker: Worker) => readJobs(worker, 8), `${JOBS} of 8`],
    [
      'after a sign-out without a network',
      ({ request }: Worker) => request('/api/auth/logout', { method: 'POST' }),
      undefined,
    ],
    [
      'after the session has ended',
      async ({ network, request }: Worker) => {
        network.respond = () => new Response('', { status: 401 });
        await request(USER);
        network.respond = offline;
      },
      undefined,
    ],
  ])('[FIELD-6] never show the data of the user before: %s', async (_case, next, expected) => {
    const worker = startWorker();
    await readJobs(worker, 7);
    await next(worker);
    expect(await (await worker.request(JOBS))?.text()).toBe(expected);
    const names = await worker.caches.keys();
    expect(names.filter((name) => name.endsWith('-7'))).toEqual([]);
  });

  it.each([
    ['the user', '7', `${JOBS} of 7`],
    ['another user', '8', undefined],
  ])(
    '[FIELD-6] are served to the page of %s only if they are of that user',
    async (_who, pageUser, expected) => {
      const worker = startWorker();
      await readJobs(worker, 7);
      const response = await worker.request(JOBS, { headers: { 'x-page-user': pageUser } });
      expect(await response?.text()).toBe(expected);
    },
  );

  it('[FIELD-6] keep no response that arrives after the sign-out', async () => {
    const worker = startWorker();
    const { promise, resolve } = Promise.withResolvers<Response>();
    worker.network.respond = (path) => (path === JOBS ? promise : new Response(''));
    const read = worker.request(JOBS);
    await worker.request('/api/auth/logout', { method: 'POST' });
    resolve(responseOf(7, 'late'));
    await read;
    expect(await worker.caches.keys()).toEqual([]);
  });

  it.each([
    [403, undefined],
    [404, undefined],
    [503, `${JOBS} of 7`],
  ])('[FIELD-6] after the status %i have the kept response: %s', async (status, expected) => {
    const worker = startWorker();
    await readJobs(worker, 7);
    worker.network.respond = () => new Response('', { status, headers: { 'x-user-id': '7' } });
    expect((await worker.request(JOBS))?.status).toBe(status);
    worker.network.respond = offline;
    expect(await (await worker.request(JOBS))?.text()).toBe(expected);
    expect(await (await worker.request(USER))?.text()).toBe(`${USER} of 7`);
  });

  it('keep neither payments nor responses without a user', async () => {
    const worker = startWorker();
    worker.network.respond = () => responseOf(7, 'money');
    expect(await worker.request('/api/payments')).toBeUndefined();
    worker.network.respond = () => new Response('of an earlier API');
    await worker.request(JOBS);
    expect(await worker.caches.keys()).toEqual([]);
  });
});

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const SHELL = '/shell/1.0.0/';
const MODULE = '/modules/jobs/2.0.0/';
const release = (base: string, names: string[]) => ({
  base,
  files: Object.fromEntries(names.map((name) => [`assets/${name}`, hashOf(name)])),
});
const shell = release(SHELL, ['main.js', 'late.js']);
const jobs = {
  name: 'jobs',
  stable: '2.0.0',
  releases: { '2.0.0': release(MODULE, ['entry.js', 'dialog.js']) },
};
const other = {
  ...jobs,
  name: 'payments',
  releases: { '2.0.0': release('/modules/payments/2.0.0/', ['a.js']) },
};
const REGISTRY = { shell, modules: [jobs, other] };
const documentOf = (text: string, headers: Record<string, string> = { 'x-keep': '1' }) => {
  const json = JSON.stringify(REGISTRY);
  return new Response(`${text}<script type="application/json" id="registry">${json}</script>`, { headers });
};

/** The network of a product with one release of each part. */
function serve(path: string): Response {
  if (path === '/registry.json') return Response.json(REGISTRY);
  return path.includes('/assets/') ? new Response(path.split('/').at(-1)) : documentOf('current ');
}
const navigate = { mode: 'navigate' };

describe('the document and the release files', () => {
  it('[FIELD-3] run without a network, with all files of the modules that have run', async () => {
    const worker = startWorker();
    worker.network.respond = serve;
    await worker.request('/jobs', navigate);
    await worker.request(`${MODULE}assets/entry.js`);
    worker.network.respond = offline;
    expect(await (await worker.request('/flight-data', navigate))?.text()).toMatch(/^current /);
    for (const path of [`${SHELL}assets/late.js`, `${MODULE}assets/dialog.js`])
      expect(await (await worker.request(path))?.text()).toBe(path.split('/').at(-1));
    expect(await worker.request('/modules/payments/2.0.0/assets/a.js')).toBeUndefined();
  });

  it('[FIELD-4] are the current ones with a network, so that a rollback reaches the browser', async () => {
    const worker = startWorker();
    worker.network.respond = serve;
    await worker.request('/jobs', navigate);
    worker.network.respond = () => documentOf('rolled back ');
    expect(await (await worker.request('/jobs', navigate))?.text()).toMatch(/^rolled back /);
    worker.network.respond = offline;
    expect(await (await worker.request('/jobs', navigate))?.text()).toMatch(/^rolled back /);
  });

  it('[FIELD-4] are the kept ones while the network takes too long, and the late ones at the next start', async () => {
    const worker = startWorker();
    worker.network.respond = serve;
    await worker.request('/jobs', navigate);
    const { promise, resolve } = Promise.withResolvers<Response>();
    worker.network.respond = (path) => (path === '/jobs' ? promise : serve(path));
    const shown = worker.request('/jobs', navigate);
    worker.endTime();
    // The response is late, and the request is done when it has arrived.
    setImmediate(() => resolve(documentOf('late ')));
    expect(await (await shown)?.text()).toMatch(/^current /);
    expect(worker.tooLate).toEqual([]);
    worker.network.respond = offline;
    expect(await (await worker.request('/jobs', navigate))?.text()).toMatch(/^late /);
  });

  it('[FIELD-5] are fetched again if a kept file is damaged', async () => {
    const worker = startWorker();
    worker.network.respond = serve;
    await worker.request('/jobs', navigate);
    worker.caches.stored.get('dps-files-1')?.set(`${SHELL}assets/main.js`, new Response('poison'));
    const integrity = hashOf('main.js');
    expect(await (await worker.request(`${SHELL}assets/main.js`, { integrity }))?.text()).toBe('main.js');
  });

  it('[FIELD-7] are not kept for previews, overrides and secret addresses, which have no mark', async () => {
    const worker = startWorker();
    worker.network.respond = () => documentOf('preview ', {});
    await worker.request('/jobs', navigate);
    worker.network.respond = offline;
    expect(await worker.request('/jobs', navigate)).toBeUndefined();
  });
});
