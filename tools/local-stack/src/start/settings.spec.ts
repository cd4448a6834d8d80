import { parseArguments, readEnvironment } from './settings.ts';

const read = (environment: Record<string, string>) => readEnvironment(environment, '/work/surveys');
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('readEnvironment', () => {
  it('has a default for every setting', () => {
    expect(read({})).toEqual({
      port: 4200,
      apiPort: 4201,
      metricsPort: undefined,
      dataDir: '/work/surveys/.data',
      publicOrigin: undefined,
      trustedProxies: undefined,
      allowedHosts: [],
      databaseUrl: undefined,
      stripe: undefined,
      smtp: undefined,
      demoData: true,
      logLevel: 'info',
      overrideOrigins: undefined,
      releaseViewers: undefined,
    });
  });

  it('reads all variables, of which an empty one counts as unset', () => {
    const given = {
      PORT: '8080',
      API_PORT: '8081',
      METRICS_PORT: '9464',
      DATA_DIR: '/var/surveys',
      DATABASE_URL: ' ',
      DEMO_DATA: 'false',
      TRUSTED_PROXIES: 'loopback,10.0.0.0/8',
      ALLOWED_HOSTS: 'www.surveys.example, 10.0.0.7',
      OVERRIDE_ORIGINS: 'http://localhost:*, https://dev.surveys.example',
      RELEASE_VIEWERS: '17, 42',
      ...STRIPE,
    };
    expect(read(given)).toMatchObject({
      port: 8080,
      apiPort: 8081,
      metricsPort: 9464,
      dataDir: '/var/surveys',
      databaseUrl: undefined,
      demoData: false,
      trustedProxies: 'loopback,10.0.0.0/8',
      allowedHosts: ['www.surveys.example', '10.0.0.7'],
      overrideOrigins: ['http://localhost:*', 'https://dev.surveys.example'],
      releaseViewers: [17, 42],
      stripe: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' },
    });
    const none = { OVERRIDE_ORIGINS: 'none', RELEASE_VIEWERS: 'none' };
    expect(read(none)).toMatchObject({ overrideOrigins: [], releaseViewers: [] });
  });

  it.each<[Record<string, string>, boolean]>([
    [STRIPE, true],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1' }, false],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1', DEMO_DATA: 'true' }, true],
    [{ PUBLIC_ORIGIN: 'https://surveys.example' }, false],
    [{ PUBLIC_ORIGIN: 'https://surveys.example', DEMO_DATA: 'true' }, true],
    [{ DEMO_DATA: 'false' }, false],
  ])('[SECURE-82] with %j has the demo data: %s', (given, expected) => {
    expect(read(given).demoData).toBe(expected);
  });

  it.each([
    ['PORT', 'abc', 'expected a port number from 1 to 65535'],
    ['PORT', '65536', 'expected a port number'],
    ['PORT', '42e1', 'expected a port number'],
    ['API_PORT', '4200', 'expected two different ports'],
    ['DATABASE_URL', 'mysql://localhost/surveys', 'postgres://user:password@host:5432/name'],
    ['DATABASE_URL', 'postgres://localhost', 'postgres://user:password@host:5432/name'],
    ['PUBLIC_ORIGIN', 'https://surveys.example/app', 'an origin with https'],
    ['PUBLIC_ORIGIN', 'http://192.168.1.5:4200', 'an origin with https'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'addresses or ranges'],
    ['ALLOWED_HOSTS', 'www.surveys.example:443', 'host names without ports'],
    ['DEMO_DATA', 'yes', 'true or false'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error'],
    ['STRIPE_SECRET_KEY', 'pk_test_1', 'a secret key such as sk_test_'],
    ['STRIPE_WEBHOOK_SECRET', 'secret', 'whsec_'],
    ['OVERRIDE_ORIGINS', '*', 'none, or comma-separated origins'],
    ['OVERRIDE_ORIGINS', 'https://*.example', 'none, or comma-separated origins'],
    ['OVERRIDE_ORIGINS', 'http://localhost:4300/remote', 'none, or comma-separated origins'],
    ['OVERRIDE_ORIGINS', 'none,http://a.example', 'none, or comma-separated origins'],
    ['RELEASE_VIEWERS', 'id:17', 'none, or ids of users'],
    ['RELEASE_VIEWERS', '17,,42', 'none, or ids of users'],
  ])('[SECURE-80, SECURE-92] reports %s=%s with the expected value', (name, value, expected) => {
    expect(() => read({ [name]: value })).toThrow(expected);
    expect(() => read({ [name]: value })).toThrow(name);
  });

  it('names every wrong variable at once, and never shows a secret', () => {
    const given = { PORT: 'abc', DATABASE_URL: 'mysql://me:s3cret@host/x', STRIPE_SECRET_KEY: 's3cret' };
    expect(() => read(given)).toThrow(/PORT=abc[^]*DATABASE_URL[^]*STRIPE_SECRET_KEY/);
    expect(() => read(given)).not.toThrow('s3cret');
  });

  it('requires all keys of a Stripe account', () => {
    for (const missing of Object.keys(STRIPE))
      expect(() => read({ ...STRIPE, [missing]: '' })).toThrow(`${missing} must be set too`);
  });
});

it('parses the options', () => {
  expect([parseArguments([]), parseArguments(['--fresh'])]).toEqual([{ fresh: false }, { fresh: true }]);
  for (const option of ['--frehs', 'fresh', ''])
    expect(() => parseArguments([option])).toThrow('The options are --fresh and --help');
});
