import { brotliDecompressSync } from 'node:zlib';
import {
  COHORT_COOKIE,
  cohortOf,
  FAILED_SHELL_COOKIE,
  RELOAD_BEFORE_PATH,
  RESERVED_SEGMENTS,
  userSeed,
} from '@dps/contract';
import { closeProduct, NAVIGATION, openProduct, type GatewayProduct } from './support/product.ts';
import { publish } from './support/publish.ts';

/** Addresses with the status of their documents. */
const ADDRESSES = [
  ['/jobs', 200],
  ['/jobs?page=2', 200],
  ['/nowhere', 404],
  ['/nowhere?override=jobs@http://localhost:4300', 404],
] as const;

let product: GatewayProduct;
beforeEach(async () => {
  product = await openProduct();
});
afterEach(() => closeProduct(product));

describe('the registry', () => {
  it('[MODULE-5] is revalidated by its content, so that an unchanged one has no body', async () => {
    const request = (etag = '') =>
      product.gateway.inject({ url: '/registry.json', headers: { 'if-none-match': etag } });
    const first = await request();
    expect(first.headers['cache-control']).toBe('no-cache');
    expect(first.json()).toMatchObject({ revision: 1 });
    const unchanged = await request(String(first.headers['etag']));
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
    await publish(product.store, { jobs: ['1.0.0', '1.1.0'] });
    const changed = await request(String(first.headers['etag']));
    expect([changed.statusCode, changed.json().revision]).toEqual([200, 2]);
  });
});

describe('a document', () => {
  it('[ROUTE-10] returns the shell for every address, with 404 if no module has a page there', async () => {
    for (const [url, status] of ADDRESSES) {
      const response = await product.gateway.inject({ url, headers: NAVIGATION });
      expect(`${url} ${response.statusCode}`).toBe(`${url} ${status}`);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('/shell/1.0.0/assets/main.0a0a0a0a.js');
    }
  });

  it('does not exist at reserved paths, which no module can have', async () => {
    // The product of this test has no payment sandbox and no mailbox.
    const absent = new Set(['payment-sandbox', 'mailbox']);
    for (const segment of RESERVED_SEGMENTS.filter((each) => !absent.has(each))) {
      const request = (url: string) => product.gateway.inject({ url, headers: NAVIGATION });
      const responses = await Promise.all([`/${segment}`, `/${segment}/1.0.0/page`].map(request));
      const areDocuments = responses.every(({ body }) => body.includes('<div id="root">'));
      expect([segment, areDocuments]).toEqual([segment, false]);
    }
  });

  it('[SECURE-32] disallows caching, gives each document a random nonce, and sends the headers that isolate it from other sites', async () => {
    const headers = { ...NAVIGATION, 'accept-encoding': 'gzip, br' };
    const responses = [
      await product.gateway.inject({ url: '/jobs', headers }),
      await product.gateway.inject({ url: '/jobs', headers }),
    ];
    const nonces = responses.map((response) => {
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-encoding': 'br',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'reporting-endpoints': 'policy="/policy-reports"',
      });
      // Not over plain HTTP.
      expect(response.headers).not.toHaveProperty('strict-transport-security');
      const policy = String(response.headers['content-security-policy']);
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
      const html = brotliDecompressSync(response.rawPayload).toString();
      expect(html).toContain(`<meta name="csp-nonce" nonce="${nonce}">`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(Buffer.from(nonces[0] ?? '', 'base64')).toHaveLength(16);
  });

  it('[ORIGIN-1, ORIGIN-2] allows calls to the backends that a release declares and the deployment allows, and to no other', async () => {
    await closeProduct(product);
    product = await openProduct({ origins: ['https://forecast.example', 'https://unused.example'] });
    await publish(product.store, { jobs: ['1.0.0', '1.1.0'] }, (registry) => {
      const [module] = registry.modules;
      const release = module?.releases['1.1.0'];
      if (!module || !release) return registry;
      const origins = ['https://forecast.example', 'https://not-allowed.example'];
      const canary = { version: '1.1.0', percent: 50, salt: 'salt' };
      const releases = { ...module.releases, '1.1.0': { ...release, origins } };
      return { ...registry, modules: [{ ...module, releases, canary }] };
    });
    const policyOf = async (seed: string) => {
      const cookie = `${COHORT_COOKIE}=${seed}`;
      const { headers } = await product.gateway.inject({ url: '/', headers: { ...NAVIGATION, cookie } });
      return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
    };
    const seeds = Array.from({ length: 40 }, (_, i) => `seed-${i}`);
    const seedOf = (isIn: boolean) =>
      seeds.find((seed) => cohortOf(seed, 'jobs', 'salt') < 50 === isIn) ?? '';
    expect(await policyOf(seedOf(true))).toBe("'self' https://forecast.example");
    expect(await policyOf(seedOf(false))).toBe("'self'");
  });

  it('[REPORT-12, RESET-20] hides an address with a parameter and an unknown one, which may have a secret', async () => {
    await publish(product.store, { jobs: ['1.0.0'] }, (registry) => {
      for (const { releases } of registry.modules)
        for (const { routes } of Object.values(releases))
          Object.assign(routes[0] ?? {}, { path: '/report/:token' });
      return registry;
    });
    for (const url of ['/report/secret', '/confirm-email%23secret']) {
      const { headers } = await product.gateway.inject({ url, headers: NAVIGATION });
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      expect(headers['x-keep']).toBeUndefined();
    }
  });

  it('[PAY-20] redirects an address with the secret of a payment to the address without it, and a browser to the public origin', async () => {
    const secret = 'payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded';
    const url = `/payments?result=7&${secret}`;
    const response = await product.gateway.inject({ url, headers: NAVIGATION });
    expect(response).toMatchObject({ statusCode: 302, body: '' });
    expect(response.headers).toMatchObject({ location: '/payments?result=7', 'cache-control': 'no-store' });
    const other = { ...NAVIGATION, host: '127.0.0.1:4200' };
    expect(await product.gateway.inject({ url: '/jobs?page=2', headers: other })).toMatchObject({
      statusCode: 302,
      headers: { location: 'http://localhost:4200/jobs?page=2' },
    });
  });
});

describe('the reload check', () => {
  const check = () => product.gateway.inject({ url: RELOAD_BEFORE_PATH });

  it('returns the revision before which pages must reload, uncached, and 0 without one', async () => {
    expect((await check()).body).toBe('0');
    await publish(product.store, { jobs: ['1.0.0'] }, (registry) => ({ ...registry, reloadBefore: 7 }));
    const { statusCode, headers, body } = await check();
    expect([statusCode, headers['cache-control'], headers['content-type'], body]).toEqual([
      200,
      'no-store',
      'text/plain; charset=utf-8',
      '7',
    ]);
  });
});

describe('a canary', () => {
  const document = (cookie?: string) =>
    product.gateway.inject({ url: '/jobs', headers: { ...NAVIGATION, ...(cookie && { cookie }) } });

  beforeEach(async () => {
    await publish(product.store, { jobs: ['1.0.0', '1.1.0'] }, (registry) => ({
      ...registry,
      modules: registry.modules.map((module) => ({
        ...module,
        canary: { version: '1.1.0', percent: 50, salt: 'first' },
      })),
    }));
  });

  it('is in the documents of the selected browsers, with its files preloaded', async () => {
    const seeds = Array.from({ length: 8 }, (_, i) => userSeed(i + 1));
    const chosen = seeds.filter((seed) => cohortOf(seed, 'jobs', 'first') < 50);
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.length).toBeLessThan(8);
    for (const seed of seeds) {
      const { body } = await document(`other=1; ${COHORT_COOKIE}=${seed}`);
      const version = chosen.includes(seed) ? '1.1.0' : '1.0.0';
      expect(body).toContain(`rel="preload" as="script" href="/modules/jobs/${version}/`);
      expect(body).toContain(`"stable":"${version}"`);
    }
  });

  it('of a module or of the shell for named users is in their documents alone, which do not name the users', async () => {
    const share = { percent: 0, salt: 'g', accounts: [9] };
    await publish(product.store, { jobs: ['1.0.0', '1.1.0'] }, ({ shell, modules, ...rest }) => ({
      ...rest,
      shell,
      shellCanary: { ...share, shell: { ...shell, version: '1.1.0', base: '/shell/1.1.0/' } },
      modules: modules.map((module) => ({ ...module, canary: { version: '1.1.0', ...share } })),
    }));
    const versionsFor = async (cookie: string) => {
      const { body } = await document(cookie);
      expect(body).not.toMatch(/accounts/);
      return [/<script src="\/shell\/([^/]+)\//, /"stable":"([^"]+)"/].map((each) => each.exec(body)?.[1]);
    };
    expect(await versionsFor('dps_cohort=user-9')).toEqual(['1.1.0', '1.1.0']);
    expect(await versionsFor('dps_cohort=user-8')).toEqual(['1.0.0', '1.0.0']);
    expect(await versionsFor('')).toEqual(['1.0.0', '1.0.0']);
  });

  it('stays the same in a browser without a signed-in user', async () => {
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
  const document = (cookie: string) =>
    product.gateway.inject({ url: '/', headers: { ...NAVIGATION, cookie } });

  beforeEach(async () => {
    await publish(product.store, { jobs: ['1.0.0'] }, (registry) => ({
      ...registry,
      shell: { ...registry.shell, version: '1.1.0', base: '/shell/1.1.0/' },
      previousShell: registry.shell,
    }));
  });

  it('is in a document that names the version to fall back from, and not where it failed', async () => {
    const { body } = await document('');
    expect(body).toContain('src="/shell/1.1.0/');
    expect(body).toContain('<meta name="shell-fallback" content="1.1.0">');
    const other = await document(`${FAILED_SHELL_COOKIE}=1.1.0`);
    expect(other.body).toContain('src="/shell/1.0.0/');
    expect(other.body).not.toContain('name="shell-fallback"');
  });

  it('gives the previous shell module releases that fit its contract', async () => {
    await publish(product.store, { jobs: ['1.1.0', '1.0.0'] }, (registry) => ({
      ...registry,
      shell: { ...registry.shell, version: '1.1.0', base: '/shell/1.1.0/', contract: '1.1.0' },
      previousShell: { ...registry.shell, contract: '1.0.0' },
      modules: registry.modules.map((module) => {
        const next = module.releases['1.1.0'];
        return next
          ? { ...module, releases: { ...module.releases, '1.1.0': { ...next, contract: '^1.1.0' } } }
          : module;
      }),
    }));
    const preload = (version: string) => `rel="preload" as="script" href="/modules/jobs/${version}/`;
    const jobsFor = async (cookie: string) =>
      (await product.gateway.inject({ url: '/jobs', headers: { ...NAVIGATION, cookie } })).body;
    expect(await jobsFor('')).toContain(preload('1.1.0'));
    const body = await jobsFor(`${FAILED_SHELL_COOKIE}=1.1.0`);
    expect(body).toContain(preload('1.0.0'));
    expect(body).toContain('"choice":{"reason":"fits","promoted":"1.1.0"}');
  });
});
