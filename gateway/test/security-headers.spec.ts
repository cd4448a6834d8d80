import { closeProduct, NAVIGATION, openProduct, type GatewayProduct } from './support/product.ts';
import { publish } from './support/publish.ts';
import { exchange } from './support/raw-client.ts';

const HOST = 'surveys.example';
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Headers of every response. */
const COMMON = {
  'content-security-policy': expect.stringMatching(/default-src 'none'; .*frame-ancestors 'none'/),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const SCRIPT = '/modules/jobs/1.0.0/assets/page.1b1b1b1b.js';

interface Call {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  payload?: string;
}
const page: Call = { headers: NAVIGATION };

/** Responses of each kind: address, status, request. */
const RESPONSES: [url: string, status: number, call?: Call][] = [
  ['/jobs', 200, page],
  ['/jobs?preview=pr-7', 302, page],
  ['/payments?payment_intent_client_secret=s', 302, page],
  ['/assets/main.js', 404],
  ['/registry.json', 200],
  [SCRIPT, 200],
  [SCRIPT, 200, { headers: { 'accept-encoding': 'br' } }],
  [SCRIPT, 200, { method: 'HEAD' }],
  [SCRIPT, 304, { headers: { 'if-none-match': '*known*' } }],
  ['/modules/jobs/1.0.0/gone.js', 404],
  ['/favicon.svg', 200],
  ['/manifest.webmanifest', 200],
  ['/service-worker.js', 200],
  ['/healthz', 200],
  ['/.well-known/security.txt', 200],
  ['/policy-reports', 415, { method: 'POST', headers: { 'content-type': 'text/plain' }, payload: 'x' }],
  ['/%zz', 400],
  ['/jobs', 421, { headers: { host: 'evil.example' } }],
  ['/api/jobs', 200],
  ['/api/large', 200, { headers: { 'accept-encoding': 'br' } }],
  ['/api/part', 206, { headers: { range: 'bytes=5-9' } }],
  ['/api/busy', 503],
  ['/mailbox', 200],
  ['/payment-sandbox/v1/refunds', 404],
];

let product: GatewayProduct;
beforeAll(async () => {
  product = await openProduct({
    publicOrigin: `https://${HOST}`,
    testers: 'any',
  });
});
afterAll(() => closeProduct(product));

async function request(url: string, { method = 'GET', headers = {}, payload }: Call = {}) {
  const known =
    headers['if-none-match'] && (await product.gateway.inject({ url, headers: { host: HOST } })).headers.etag;
  return product.gateway.inject({
    method,
    url,
    headers: { host: HOST, ...headers, ...(known !== undefined && { 'if-none-match': known }) },
    ...(payload !== undefined && { payload }),
  });
}

describe('behind TLS', () => {
  it.each(RESPONSES)(
    '[SECURE-32, SECURE-102] the response of %s with status %i has every security header',
    async (url, status, call = {}) => {
      const { statusCode, headers } = await request(url, call);
      const isDocument = String(headers['content-type']).startsWith('text/html');
      const own =
        isDocument || url === '/service-worker.js' ? {} : { 'content-security-policy': DATA_POLICY };
      expect({ statusCode, headers }).toMatchObject({ statusCode: status, headers: { ...COMMON, ...own } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('a response to an unreadable request has every security header', async () => {
    const { port } = new URL(await product.gateway.listen({ host: '127.0.0.1', port: 0 }));
    const response = await exchange(Number(port), ['NO HTTP']);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain(`\r\ncontent-security-policy: ${DATA_POLICY}\r\n`);
    for (const name of Object.keys(COMMON)) expect(response).toContain(`\r\n${name}: `);
  });

  it('[SECURE-100] no other host of the site can set or read a cookie of a response', async () => {
    const responses = await Promise.all(RESPONSES.map(([url, , call]) => request(url, call)));
    const cookies = responses.flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(new Set(cookies.map((cookie) => cookie.split('=')[0]))).toEqual(
      new Set(['__Host-dps_cohort', '__Host-dps_preview']),
    );
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/;.* SameSite=Lax; Secure/);
      expect(cookie).not.toContain('Domain');
    }
  });
});

describe('a cookie that another host of the site has set', () => {
  beforeAll(() =>
    publish(product.store, { jobs: ['1.0.0', '1.1.0'] }, (registry) => ({
      ...registry,
      shell: { ...registry.shell, version: '1.1.0', base: '/shell/1.1.0/', documentFormat: 1 },
      previousShell: registry.shell,
      modules: registry.modules.map((module) => ({
        ...module,
        canary: { version: '1.1.0', percent: 0, salt: 'g', accounts: [7] },
        previews: [{ id: 'pr-7', version: '1.1.0', expires: Date.now() + 3_600_000 }],
      })),
    })),
  );

  const shown = async (cookie: string) => {
    const { body } = await request('/jobs', { headers: { ...NAVIGATION, cookie } });
    const shell = /<script src="\/shell\/([^/]+)\//.exec(body)?.[1];
    return { shell, jobs: /"stable":"([^"]+)"/.exec(body)?.[1], notice: /"preview":{[^}]+}/.exec(body)?.[0] };
  };
  const PLAIN = { shell: '1.1.0', jobs: '1.0.0', notice: undefined };

  it.each([
    ['a cohort', 'dps_cohort=user-7'],
    ['a preview', 'dps_preview=pr-7; dps_session=tess'],
    ['a failed shell', 'dps_failed_shell=1.1.0'],
  ])('[SECURE-100] chooses no release: %s', async (_what, cookie) => {
    expect(await shown(cookie)).toEqual(PLAIN);
  });

  it('chooses one under the name with the prefix', async () => {
    expect(await shown('__Host-dps_cohort=user-7')).toMatchObject({ jobs: '1.1.0' });
    expect(await shown('__Host-dps_failed_shell=1.1.0')).toMatchObject({ shell: '1.0.0' });
  });

  it.each([
    ['the cohort of a named user', '__Host-dps_cohort=user-7', '1.1.0', undefined],
    ['a role that does not exist', '__Host-dps_cohort=user-9; __Host-dps_role=admin', '1.0.0', undefined],
    ['a script as cohort', '__Host-dps_cohort=<script>; __Host-dps_role=<script>', '1.0.0', undefined],
    ['a preview without a session', '__Host-dps_preview=pr-7', '1.0.0', '"preview":{"state":"signed-out"}'],
    ['a path as preview', '__Host-dps_preview=../../pr-7', '1.0.0', '"preview":{"state":"ended"}'],
  ])(
    '[SECURE-101] that a user forges chooses no release but a signed and public one: %s',
    async (_what, cookie, jobs, notice) => {
      const { body, statusCode } = await request('/jobs', { headers: { ...NAVIGATION, cookie } });
      expect(statusCode).toBe(200);
      expect(await shown(cookie)).toEqual({ ...PLAIN, jobs, notice });
      for (const value of ['<script>', 'admin', 'user-7', 'user-9', 'pr-7'])
        expect(body).not.toContain(`"${value}`);
      const bases = [...body.matchAll(/(?:src|href)="(\/(?:shell|modules)\/[^"]+\/)assets/g)].map(
        ([, base]) => base,
      );
      expect(['/modules/jobs/1.0.0/', '/modules/jobs/1.1.0/', '/shell/1.1.0/']).toEqual(
        expect.arrayContaining(bases),
      );
    },
  );
});
