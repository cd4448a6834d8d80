import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keysForAll } from '@dps/release/store/key-ring';
import { newKey } from '@dps/release/store/release-key';
import { readConfig } from './config.ts';

const KEY = newKey().key.publicKey;
/** The example settings once contained it. Its private half is not known. */
const KEY_OF_THE_EXAMPLE = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
const GOOD = { RELEASE_STORE: 'releases', RELEASE_PUBLIC_KEYS: KEY, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

const problemOf = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
  } catch (error) {
    return String(error);
  }
  return 'none';
};

describe('readConfig', () => {
  it('has a default for everything but the releases and the payment provider', () => {
    expect(readConfig(GOOD)).toEqual({
      host: '127.0.0.1',
      port: 4200,
      metrics: undefined,
      publicOrigin: 'http://localhost:4200',
      allowedHosts: [],
      api: 'http://127.0.0.1:4201',
      trustedProxies: undefined,
      releaseStore: resolve('releases'),
      s3: {
        endpoint: undefined,
        region: undefined,
        pathStyle: false,
        accessKeyId: undefined,
        secretAccessKey: undefined,
      },
      cacheFolder: resolve(tmpdir(), 'dps-gateway-4200'),
      cacheBytes: undefined,
      releaseKeys: keysForAll([KEY]),
      deployment: { demoAccounts: [], payments: { publishableKey: 'pk_live_1', sandboxScript: null } },
      paymentSandbox: undefined,
      securityContact: undefined,
    });
  });

  it('[ORIGIN-4] reads the keys of the teams from a file, and reports an unusable one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dps-config-'));
    const file = join(folder, 'keys.json');
    const { RELEASE_PUBLIC_KEYS: _keys, ...others } = GOOD;
    const keys = [{ name: 'jobs', publicKey: KEY, releases: ['jobs'] }];
    writeFileSync(file, JSON.stringify(keys));
    expect(readConfig({ ...others, RELEASE_KEYS_FILE: file }).releaseKeys).toEqual(keys);
    const withOrigin = (origin: string, publicOrigin: string) => {
      writeFileSync(file, JSON.stringify([{ ...keys[0], origins: [origin] }]));
      return problemOf({ ...others, RELEASE_KEYS_FILE: file, PUBLIC_ORIGIN: publicOrigin });
    };
    expect(withOrigin('https://forecast.example', 'https://surveys.example')).toBe('none');
    expect(withOrigin('https://*.example', 'https://surveys.example')).toContain('in entry 1');
    expect(withOrigin('http://localhost:5000', 'http://localhost:4200')).toBe('none');
    expect(withOrigin('http://localhost:5000', 'https://surveys.example')).toContain(
      'expected origins with TLS, and not http://localhost:5000',
    );
    writeFileSync(file, JSON.stringify([{ name: 'jobs', publicKey: 'x', releases: ['jobs'] }]));
    expect(problemOf({ ...others, RELEASE_KEYS_FILE: file })).toContain('in entry 1');
    expect(problemOf(others)).toContain('RELEASE_PUBLIC_KEYS: expected public keys');
    rmSync(folder, { recursive: true });
  });

  it('reads the settings of a bucket, of which it caches 256 MiB unless configured otherwise', () => {
    const bucket = { ...GOOD, RELEASE_STORE: 's3://releases/production', GATEWAY_PORT: '8080' };
    const { cacheFolder, cacheBytes } = readConfig(bucket);
    expect([cacheFolder, cacheBytes]).toEqual([expect.stringMatching(/dps-gateway-8080$/), 268_435_456]);
    const settings = {
      S3_ENDPOINT: 'http://minio:9000',
      S3_REGION: 'eu-central-1',
      S3_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'hush-hush',
    };
    const cache = { RELEASE_CACHE_DIR: '/var/cache/gateway', RELEASE_CACHE_BYTES: '1048576' };
    expect(readConfig({ ...bucket, ...settings, ...cache })).toMatchObject({
      releaseStore: 's3://releases/production',
      cacheFolder: resolve('/var/cache/gateway'),
      cacheBytes: 1_048_576,
      s3: {
        endpoint: 'http://minio:9000',
        region: 'eu-central-1',
        pathStyle: true,
        accessKeyId: 'key',
        secretAccessKey: 'hush-hush',
      },
    });
  });

  it('reads the settings of a demonstration with the payment sandbox, demo accounts and session overrides', () => {
    const config = readConfig({
      ...GOOD,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      PAYMENT_SANDBOX_ORIGIN: 'http://127.0.0.1:4242',
      PAYMENT_SANDBOX_INTEGRITY: 'sha256-abc=',
      DEMO_DATA: 'true',
      OVERRIDE_ORIGINS: 'http://localhost:*, https://preview.example',
    });
    expect(config.paymentSandbox).toBe('http://127.0.0.1:4242');
    expect(config.deployment).toMatchObject({
      demoAccounts: [{ role: 'pilot' }, { role: 'client' }],
      payments: { sandboxScript: '/payment-sandbox/stripe.js', sandboxIntegrity: 'sha256-abc=' },
      overrides: { origins: ['http://localhost:*', 'https://preview.example'] },
    });
  });

  it('[MAP-6] reads the map tiles', () => {
    const tiles = { url: 'https://tiles.example/{z}/{x}/{y}{r}.png?key=1', attribution: '© Tiles' };
    const given = { MAP_TILES_URL: tiles.url, MAP_TILES_ATTRIBUTION: tiles.attribution };
    expect(readConfig({ ...GOOD, ...given }).deployment.mapTiles).toEqual(tiles);
  });

  it.each([
    ['tiles.example/{z}/{x}/{y}.png'],
    ['http://tiles.example/{z}/{x}/{y}.png'],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png'],
    ['https://*.tiles.example/{z}/{x}/{y}.png'],
    ['https://user@tiles.example/{z}/{x}/{y}.png'],
    ['https://tiles.example/{z}/{x}.png'],
    ['https://tiles.example/{z}/{x}/{y}/{style}.png'],
    ["https://tiles.example/{z}/{x}/{y}.png; script-src 'self'"],
  ])('[MAP-6] refuses the map tiles %s', (url) => {
    expect(problemOf({ ...GOOD, MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: 'T' })).toContain(
      'MAP_TILES_URL: expected the address of map tiles, such as https://tiles.example/{z}/{x}/{y}.png',
    );
  });

  it('[MAP-6] requires address and attribution of map tiles together', () => {
    expect(problemOf({ ...GOOD, MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' })).toContain(
      'MAP_TILES_ATTRIBUTION: expected with MAP_TILES_URL',
    );
    expect(problemOf({ ...GOOD, MAP_TILES_ATTRIBUTION: 'Tiles' })).toContain(
      'MAP_TILES_URL: expected with MAP_TILES_ATTRIBUTION',
    );
  });

  it.each([
    ['none', undefined],
    ['any', 'any'],
    ['17, 42', [17, 42]],
  ])('[SECURE-92] reads the testers of previews: %s', (value, expected) => {
    expect(readConfig({ ...GOOD, PREVIEW_TESTERS: value }).testers).toEqual(expected);
  });

  it.each<[string, string | undefined, NodeJS.ProcessEnv?]>([
    ['PREVIEW_TESTERS', 'tess'],
    ['RELEASE_STORE', undefined],
    ['RELEASE_STORE', 'https://releases.example'],
    ['RELEASE_PUBLIC_KEYS', undefined],
    ['RELEASE_PUBLIC_KEYS', 'abc'],
    ['RELEASE_PUBLIC_KEYS', `${KEY},${KEY_OF_THE_EXAMPLE}`],
    ['RELEASE_CACHE_BYTES', '1000'],
    ['GATEWAY_PORT', 'abc'],
    ['GATEWAY_PORT', '70000'],
    ['PUBLIC_ORIGIN', 'surveys.example'],
    ['PUBLIC_ORIGIN', 'https://surveys.example/app'],
    ['PUBLIC_ORIGIN', 'http://surveys.example'],
    ['ALLOWED_HOSTS', 'https://surveys.example'],
    ['API_ORIGIN', 'api:4201'],
    ['RELEASE_SERVICE_ORIGIN', 'releases:4203'],
    ['TRUSTED_PROXIES', 'balancer'],
    ['S3_ENDPOINT', 'https://user:password@objects.example'],
    ['S3_REGION', 'Frankfurt am Main'],
    ['S3_PATH_STYLE', 'perhaps'],
    ['S3_ACCESS_KEY_ID', undefined, { S3_SECRET_ACCESS_KEY: 'hush-hush' }],
    ['STRIPE_PUBLISHABLE_KEY', undefined],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1', { PAYMENT_SANDBOX_ORIGIN: 'http://127.0.0.1:4242' }],
    ['PAYMENT_SANDBOX_ORIGIN', 'localhost'],
    ['PAYMENT_SANDBOX_INTEGRITY', 'abc'],
    ['SECURITY_CONTACT', 'security@surveys.example'],
    ['DEMO_DATA', 'maybe'],
    ['OVERRIDE_ORIGINS', 'https://*.example'],
  ])('[SECURE-80, SECURE-83] names %s=%s and the expected value', (name, value, others = {}) => {
    expect(problemOf({ ...GOOD, ...others, [name]: value })).toMatch(
      new RegExp(`^Error: ${name}: expected `),
    );
  });

  it('names every wrong variable at once, and shows no value, which may be secret', () => {
    const problem = problemOf({ ...GOOD, GATEWAY_PORT: 'hush-hush', RELEASE_PUBLIC_KEYS: 'hush-hush' });
    expect(problem).toMatch(/GATEWAY_PORT: .*; RELEASE_PUBLIC_KEYS: /);
    expect(problem).not.toContain('hush-hush');
  });
});
