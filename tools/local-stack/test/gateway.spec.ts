import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { newKey, signRegistry } from '@dps/release-store/release-key';
import {
  COHORT_COOKIE,
  cohortOf,
  errorView,
  FAILED_SHELL_COOKIE,
  parseRegistry,
  userSeed,
  type Registry,
} from '@dps/shared-contracts';
import fastify, { type FastifyInstance } from 'fastify';
import { createGateway } from '../src/gateway/gateway.ts';
import { publishWorkspace } from '../src/store/publish.ts';
import { writeModule, writeShell } from './support/workspace.ts';

const { key } = newKey();
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const DEPLOYMENT = {
  demoAccounts: [],
  payments: { publishableKey: 'pk_test_sandbox', sandboxScript: '/payment-sandbox/stripe.js' },
};

let folder: string;
let store: string;
let api: FastifyInstance;
let gateway: FastifyInstance;
let warnings: string[];

/** Stands for the API and the sandbox: it answers with what reached it. */
function echoServer(): FastifyInstance {
  const server = fastify({ bodyLimit: 50_000_000 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.get('/api/large', () => ({ text: 'survey '.repeat(1000) }));
  server.get('/api/busy', (_request, reply) =>
    reply.code(503).header('retry-after', '7').send({ code: 'unavailable' }),
  );
  server.all('/*', ({ method, url, headers, body }) => ({
    method,
    url,
    headers,
    bytes: Buffer.isBuffer(body) ? body.length : 0,
  }));
  return server;
}

/** What the server on a port answers to the lines of a request, as it comes. */
async function exchange(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dps-gateway-'));
  store = join(folder, 'store');
  warnings = [];
  writeShell(folder);
  writeModule(folder, 'jobs');
  await publishWorkspace(folder, store, key);
  api = echoServer();
  const address = await api.listen({ host: '127.0.0.1', port: 0 });
  gateway = await createGateway({
    store,
    releaseKeys: [key.publicKey],
    deployment: DEPLOYMENT,
    publicOrigin: 'http://localhost:4200',
    api: address,
    paymentSandbox: address,
    log: (line) => warnings.push(line),
  });
});

afterEach(async () => {
  await gateway.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('documents', () => {
  it('answers every address of the application with the shell', async () => {
    for (const url of ['/', '/jobs', '/jobs/12?tab=files', '/nowhere']) {
      const answer = await gateway.inject({ url, headers: NAVIGATION });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('/shell/1.0.0/assets/main.0a0a0a0a.js');
    }
  });

  it('is never kept, and has a nonce that nobody can guess from the last one', async () => {
    const answers = [
      await gateway.inject({ url: '/', headers: NAVIGATION }),
      await gateway.inject({ url: '/', headers: NAVIGATION }),
    ];
    const nonces = answers.map(({ headers, body }) => {
      expect(headers['cache-control']).toBe('no-store');
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
      expect(body).toContain(`<meta name="csp-nonce" nonce="${nonce}">`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(Buffer.from(nonces[0] ?? '', 'base64')).toHaveLength(16);
  });

  it('carries the headers that keep other sites out', async () => {
    const { headers } = await gateway.inject({ url: '/', headers: NAVIGATION });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('is compressed for who takes it', async () => {
    const answer = await gateway.inject({
      url: '/',
      headers: { ...NAVIGATION, 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<div id="root"></div>');
  });

  it('sends a browser to the one origin that the API takes writes from', async () => {
    const answer = await gateway.inject({
      url: '/jobs?page=2',
      headers: { ...NAVIGATION, host: '127.0.0.1:4200' },
    });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('http://localhost:4200/jobs?page=2');
  });

  it('shows a new registry at once', async () => {
    await gateway.inject({ url: '/', headers: NAVIGATION });
    writeModule(folder, 'weather');
    await publishWorkspace(folder, store, key);
    const { body } = await gateway.inject({ url: '/', headers: NAVIGATION });
    expect(body).toContain('"name":"weather"');
  });
});

describe('a canary', () => {
  const document = (cookie?: string) =>
    gateway.inject({ url: '/jobs', headers: { ...NAVIGATION, ...(cookie && { cookie }) } });

  beforeEach(async () => {
    writeModule(folder, 'jobs', '1.1.0');
    const { registry } = await publishWorkspace(folder, store, key);
    const modules = registry.modules.map((module) => ({
      ...module,
      stable: '1.0.0',
      canary: { version: '1.1.0', percent: 50, salt: 'first' },
    }));
    const signed = signRegistry({ ...registry, modules }, key);
    writeFileSync(join(store, 'registry.json'), JSON.stringify(signed));
  });

  it('is in the documents of who is to have it, with its files asked for ahead', async () => {
    const seeds = Array.from({ length: 20 }, (_, i) => userSeed(i + 1));
    const chosen = seeds.filter((seed) => cohortOf(seed, 'jobs', 'first') < 50);
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.length).toBeLessThan(20);
    for (const seed of seeds) {
      const { body } = await document(`other=1; ${COHORT_COOKIE}=${seed}`);
      const version = chosen.includes(seed) ? '1.1.0' : '1.0.0';
      expect(body).toContain(`rel="preload" as="script" href="/modules/jobs/${version}/`);
      expect(body).toContain(`"stable":"${version}"`);
    }
  });

  it('stays with a browser that nobody has signed in with', async () => {
    const first = await document();
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(/^dps_cohort=[0-9a-f-]{36}; Path=\/; Max-Age=31536000; SameSite=Lax$/);
    const stable = /"stable":"([^"]+)"/;
    const again = await document(cookie.split(';')[0]);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(stable.exec(again.body)?.[1]).toBe(stable.exec(first.body)?.[1]);
  });
});

describe('a shell that does not start', () => {
  const document = (cookie: string) => gateway.inject({ url: '/', headers: { ...NAVIGATION, cookie } });

  beforeEach(async () => {
    const { registry } = await publishWorkspace(folder, store, key);
    const { files } = registry.shell;
    const shell = { ...registry.shell, version: '1.1.0', base: '/shell/1.1.0/', files };
    const signed = signRegistry({ ...registry, shell, previousShell: registry.shell }, key);
    writeFileSync(join(store, 'registry.json'), JSON.stringify(signed));
  });

  it('is in a document that says what to fall back from', async () => {
    const { body } = await document('');
    expect(body).toContain('src="/shell/1.1.0/');
    expect(body).toContain('<meta name="shell-fallback" content="1.1.0">');
  });

  it('gives way to the one before in the browser in which it failed', async () => {
    const { body } = await document(`${FAILED_SHELL_COOKIE}=1.1.0`);
    expect(body).toContain('src="/shell/1.0.0/');
    expect(body).not.toContain('name="shell-fallback"');
  });

  it('takes modules along that need what it alone has: the one before gets releases that fit it', async () => {
    writeModule(folder, 'jobs', '1.1.0');
    const { registry } = await publishWorkspace(folder, store, key);
    const shell = { ...registry.shell, version: '1.1.0', base: '/shell/1.1.0/', contract: '1.1.0' };
    const previousShell = { ...registry.shell, contract: '1.0.0' };
    const modules = registry.modules.map((module) => {
      const next = module.releases['1.1.0'];
      return next
        ? { ...module, releases: { ...module.releases, '1.1.0': { ...next, contract: '^1.1.0' } } }
        : module;
    });
    const signed = signRegistry({ ...registry, shell, previousShell, modules }, key);
    writeFileSync(join(store, 'registry.json'), JSON.stringify(signed));
    const preload = (version: string) => `rel="preload" as="script" href="/modules/jobs/${version}/`;
    const jobsFor = async (cookie: string) =>
      (await gateway.inject({ url: '/jobs', headers: { ...NAVIGATION, cookie } })).body;
    expect(await jobsFor('')).toContain(preload('1.1.0'));
    const body = await jobsFor(`${FAILED_SHELL_COOKIE}=1.1.0`);
    expect(body).toContain(preload('1.0.0'));
    expect(body).toContain('"choice":{"reason":"fits","promoted":"1.1.0"}');
  });
});

describe('a registry that cannot be used', () => {
  it('is said on a page, with what to do, and logged once', async () => {
    writeFileSync(join(store, 'registry.json'), '{ "revision": 1');
    await gateway.inject({ url: '/', headers: NAVIGATION });
    const answer = await gateway.inject({ url: '/jobs', headers: NAVIGATION });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('it is not valid JSON');
    expect(answer.body).toContain('npm start');
    expect(answer.body).not.toContain('    at ');
    expect(warnings).toEqual([expect.stringContaining('registry.json cannot be used: it is not valid JSON')]);
  });

  it('comes back by itself once the file is whole again', async () => {
    rmSync(join(store, 'registry.json'));
    expect((await gateway.inject({ url: '/', headers: NAVIGATION })).statusCode).toBe(503);
    await publishWorkspace(folder, store, key);
    expect((await gateway.inject({ url: '/', headers: NAVIGATION })).statusCode).toBe(200);
  });

  it.each<[string, (registry: Registry) => Registry, string]>([
    ['was changed by hand', (registry) => ({ ...registry, revision: 99 }), 'nobody that is trusted here'],
    [
      'a stranger has signed',
      (registry) => signRegistry(registry, newKey().key),
      'nobody that is trusted here',
    ],
    ['nobody has signed', ({ signature: _signature, ...registry }) => registry, 'it is not signed'],
  ])('is one that %s', async (_case, forge, problem) => {
    const file = join(store, 'registry.json');
    writeFileSync(file, JSON.stringify(forge(parseRegistry(readFileSync(file, 'utf8')))));
    const answer = await gateway.inject({ url: '/', headers: NAVIGATION });
    expect(answer.statusCode).toBe(503);
    expect(warnings).toEqual([expect.stringContaining(problem)]);
  });

  it('is an error of the known shape for programs', async () => {
    writeFileSync(join(store, 'registry.json'), '[]');
    const answer = await gateway.inject({ url: '/registry.json' });
    expect(answer.statusCode).toBe(503);
    expect(errorView.validateSync(answer.json(), { strict: true }).code).toBe('unavailable');
  });
});

describe('files', () => {
  it('are kept for ever when their name says what they hold', async () => {
    const answer = await gateway.inject({ url: '/modules/jobs/1.0.0/assets/page.1b1b1b1b.js' });
    expect(answer.body).toBe("page('jobs')");
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['br', 'gzip'])('arrive as the build compressed them: %s', async (encoding) => {
    const answer = await gateway.inject({
      url: '/shell/1.0.0/assets/main.0a0a0a0a.js',
      headers: { 'accept-encoding': encoding },
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toContain('javascript');
  });

  it.each([
    '/modules/jobs/1.0.0/assets/gone.0f0f0f0f.js',
    '/modules/nobody/1.0.0/assets/remoteEntry.1a1a1a1a.js',
    '/shell/9.9.9/assets/main.0a0a0a0a.js',
  ])('that are missing are missing, even for a browser: %s', async (url) => {
    const answer = await gateway.inject({ url, headers: NAVIGATION });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/modules/../../package.json',
    '/modules/%2e%2e/%2e%2e/package.json',
    '/shell/..%2f..%2fpackage.json',
  ])('outside of the store cannot be had: %s', async (url) => {
    const answer = await gateway.inject({ url });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('@dps/');
  });

  it('are never taken for a document: a script at an unknown address is a 404', async () => {
    const answer = await gateway.inject({ url: '/assets/main.js', headers: { accept: '*/*' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('text/plain');
  });

  it('include the icon', async () => {
    const answer = await gateway.inject({ url: '/favicon.svg' });
    expect(answer.headers['content-type']).toContain('image/svg+xml');
  });

  it('are refused at a malformed address, without a word about the inside', async () => {
    const answer = await gateway.inject({ url: '/%zz' });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toBe('This address is malformed.\n');
  });
});

describe('the API behind it', () => {
  it('is told who asks, and believes no client about that', async () => {
    const answer = await gateway.inject({
      url: '/api/jobs?limit=20',
      headers: {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-request-id': 'made-up',
        cookie: 'dps_session=abc',
        host: 'localhost:4200',
      },
    });
    const { url, headers } = answer.json<{ url: string; headers: Record<string, string> }>();
    expect(url).toBe('/api/jobs?limit=20');
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'localhost:4200',
      cookie: 'dps_session=abc',
    });
    expect(headers).not.toHaveProperty('forwarded');
    expect(headers).not.toHaveProperty('x-real-ip');
    expect(headers['x-request-id']).not.toBe('made-up');
  });

  it.each([
    ['once more', ['X-Forwarded-For: 203.0.113.9', 'X-Forwarded-For: 203.0.113.10']],
    ['in other case', ['X-FORWARDED-FOR: 203.0.113.9']],
    ['as a list', ['X-Forwarded-For: 203.0.113.9, 127.0.0.1, 10.0.0.1']],
    ['as if it were for the next hop alone', ['Connection: close, X-Forwarded-For, X-Forwarded-Proto']],
    ['not at all', []],
  ])('learns who asks from the gateway, though a client says it %s', async (_how, forged) => {
    const { port } = new URL(await gateway.listen({ host: '127.0.0.1', port: 0 }));
    const answer = await exchange(Number(port), [
      'GET /api/jobs HTTP/1.1',
      'Host: localhost:4200',
      'Connection: close',
      ...forged,
    ]);
    const { headers } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect(answer).not.toContain('203.0.113');
  });

  it('decides nothing about the connection to the client', async () => {
    const { headers } = await gateway.inject({ url: '/api/jobs' });
    expect(headers).not.toHaveProperty('keep-alive');
  });

  it('gets large bodies whole', async () => {
    const answer = await gateway.inject({
      method: 'POST',
      url: '/api/jobs/1/attachments',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.alloc(15_000_000, ' '),
    });
    expect(answer.json()).toMatchObject({ method: 'POST', bytes: 15_000_000 });
  });

  it('is compressed for who takes it', async () => {
    const answer = await gateway.inject({ url: '/api/large', headers: { 'accept-encoding': 'br' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toHaveProperty('text');
  });

  it('says itself when it is busy: that is handed on and not tried again', async () => {
    const answer = await gateway.inject({ url: '/api/busy' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('7');
  });

  it('is answered for, in its own words, while it does not answer', async () => {
    await api.close();
    const answer = await gateway.inject({ url: '/api/jobs' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(errorView.validateSync(answer.json(), { strict: true }).code).toBe('unavailable');
  });

  it('has the payment sandbox beside it, without the prefix', async () => {
    const answer = await gateway.inject({ url: '/payment-sandbox/v1/payment_intents/pi_1?expand=1' });
    expect(answer.json()).toMatchObject({ url: '/v1/payment_intents/pi_1?expand=1' });
  });
});
