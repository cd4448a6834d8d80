import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { errorView } from '@dps/contract';
import { closeProduct, NAVIGATION, openProduct, type GatewayProduct } from './support/product.ts';
import { exchange } from './support/raw-client.ts';

const PAGE = '/modules/jobs/1.0.0/assets/page.1b1b1b1b.js';
let product: GatewayProduct;
beforeAll(async () => {
  product = await openProduct({ trustedProxies: '10.0.0.0/8', allowedHosts: ['www.surveys.example'] });
});
afterAll(() => closeProduct(product));

describe('a release file', () => {
  it('is immutable if its name has a content hash, and has the encodings of the build', async () => {
    const plain = await product.gateway.inject({ url: PAGE });
    expect(plain.body).toBe("page('jobs 1.0.0')");
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await product.gateway.inject({
        url: PAGE,
        headers: { 'accept-encoding': encoding },
      });
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': expect.stringContaining('javascript'),
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it.each(['/modules/jobs/1.0.0/assets/gone.0f0f0f0f.js', '/modules/jobs/1.0.0/', '/shell/'])(
    'returns 404 for a missing file, even to a browser: %s',
    async (url) => {
      const response = await product.gateway.inject({ url, headers: NAVIGATION });
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toContain('text/plain');
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  it.each(['shell/.git/config', 'shell/1.0.0/.source-maps/main.js.map'])(
    'returns 404 for a hidden file that the store has: %s',
    async (path) => {
      const file = join(product.store.address, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'private');
      const response = await product.gateway.inject({ url: `/${path}` });
      expect([response.statusCode, response.body]).toEqual([404, expect.not.stringContaining('private')]);
    },
  );

  it('returns 404 for a script at an unknown address, not a document', async () => {
    const response = await product.gateway.inject({ url: '/assets/main.js', headers: { accept: '*/*' } });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toContain('text/plain');
  });

  it('returns 304 if the content is unchanged', async () => {
    const url = PAGE;
    const { etag = '' } = (await product.gateway.inject({ url })).headers;
    const headers = { 'if-none-match': `"other", W/${etag}` };
    expect((await product.gateway.inject({ url, headers })).statusCode).toBe(304);
    const compressed = { ...headers, 'accept-encoding': 'br' };
    expect((await product.gateway.inject({ url, headers: compressed })).statusCode).toBe(200);
  });

  it('serves the contact for vulnerabilities, valid for 180 days', async () => {
    const response = await product.gateway.inject({ url: '/.well-known/security.txt' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      response.body
        .trimEnd()
        .split('\n')
        .map((line) => [line.split(': ')[0], line.split(': ')[1]]),
    );
    expect(fields.get('Contact')).toBe('mailto:security@surveys.example');
    expect(fields.get('Canonical')).toBe('http://localhost:4200/.well-known/security.txt');
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
  });

  it('returns 400 for a malformed address, without internal details', async () => {
    const response = await product.gateway.inject({ url: '/%zz' });
    expect(response.statusCode).toBe(400);
    expect(response.body).toBe('This address is malformed.\n');
  });
});

describe('a host', () => {
  it.each(['/jobs', '/api/jobs', '/favicon.svg'])(
    '[SECURE-31] that the gateway does not serve is refused with 421: %s',
    async (url) => {
      const response = await product.gateway.inject({
        url,
        headers: { ...NAVIGATION, host: 'evil.example' },
      });
      expect(response.statusCode).toBe(421);
      expect(response.body).toContain('ALLOWED_HOSTS');
    },
  );

  it('is the public origin or another one that is allowed, and does not matter for a check of a balancer', async () => {
    for (const [url, host] of [
      ['/jobs', 'www.surveys.example'],
      ['/healthz', '10.0.0.7'],
      ['/registry.json', '10.0.0.7'],
    ] as const)
      expect((await product.gateway.inject({ url, headers: { host } })).statusCode).toBe(200);
  });
});

describe('the proxy to the API', () => {
  beforeAll(() => product.gateway.listen({ host: '127.0.0.1', port: 0 }));

  it('forwards the client’s address and ignores forwarding headers of clients', async () => {
    const response = await product.gateway.inject({
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
    const { url, headers } = response.json<{ url: string; headers: Record<string, string> }>();
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
    expect(response.headers).not.toHaveProperty('keep-alive');
  });

  it.each([
    ['twice', ['X-Forwarded-For: 203.0.113.9', 'X-Forwarded-For: 203.0.113.10']],
    ['as a list', ['X-Forwarded-For: 203.0.113.9, 127.0.0.1, 10.0.0.1']],
    ['as connection headers', ['Connection: close, X-Forwarded-For, X-Forwarded-Proto']],
    ['not at all', []],
  ])('replaces forged forwarding headers that a client sends %s', async (_how, forged) => {
    const address = product.gateway.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const response = await exchange(port, [
      'GET /api/jobs HTTP/1.1',
      'Host: localhost:4200',
      'Connection: close',
      ...forged,
    ]);
    const { headers } = JSON.parse(response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1));
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect(response).not.toContain('203.0.113');
  });

  it.each([
    ['10.0.0.7', '198.51.100.4', '198.51.100.4'],
    ['10.0.0.7', '203.0.113.9, 198.51.100.4', '198.51.100.4'],
    ['192.0.2.1', '198.51.100.4', '192.0.2.1'],
  ])(
    'for a request from %s with X-Forwarded-For %s forwards client %s',
    async (remoteAddress, forwarded, client) => {
      const response = await product.gateway.inject({
        url: '/api/jobs',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
      });
      expect(response.json().headers).toMatchObject({ 'x-forwarded-for': client });
    },
  );

  it('compresses responses if the client accepts it', async () => {
    const response = await product.gateway.inject({
      url: '/api/large',
      headers: { 'accept-encoding': 'br' },
    });
    expect(response.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(response.rawPayload).toString())).toHaveProperty('text');
  });

  it('[UPLOAD-18] passes on a range and its part of a file unchanged', async () => {
    const headers = { range: 'bytes=5-', 'if-range': '"a"', 'accept-encoding': 'br, gzip' };
    const response = await product.gateway.inject({ url: '/api/part', headers });
    expect(response.statusCode).toBe(206);
    expect(response.body).toBe('bytes=5- "a"');
    expect(response.headers).toMatchObject({
      'content-range': 'bytes 5-9/10',
      'content-length': '12',
      'accept-ranges': 'bytes',
      etag: '"a"',
    });
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect((await product.gateway.inject({ url: '/api/part' })).statusCode).toBe(416);
  });

  it('passes on a 503 of the API without a retry', async () => {
    const response = await product.gateway.inject({ url: '/api/busy' });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('7');
  });

  it('returns an error in the API’s shape while the API is unavailable', async () => {
    await product.api.close();
    const response = await product.gateway.inject({ url: '/api/jobs' });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    expect(errorView.validateSync(response.json(), { strict: true }).code).toBe('unavailable');
  });
});
