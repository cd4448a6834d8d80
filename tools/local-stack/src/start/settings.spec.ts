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

  it('reads the proxies and further hosts of the gateway', () => {
    const settings = read({
      TRUSTED_PROXIES: 'loopback,10.0.0.0/8',
      ALLOWED_HOSTS: 'www.surveys.example, 10.0.0.7',
    });
    expect(settings).toMatchObject({
      trustedProxies: 'loopback,10.0.0.0/8',
      allowedHosts: ['www.surveys.example', '10.0.0.7'],
    });
  });

  it.each([
    ['none', []],
    [
      'http://localhost:*, https://dev.surveys.example',
      ['http://localhost:*', 'https://dev.surveys.example'],
    ],
  ])('accepts OVERRIDE_ORIGINS=%s', (value, expected) => {
    expect(read({ OVERRIDE_ORIGINS: value }).overrideOrigins).toEqual(expected);
  });

  it.each([
    ['none', []],
    ['17, 42', [17, 42]],
  ])('reads the viewers of the releases: %s', (value, expected) => {
    expect(read({ RELEASE_VIEWERS: value }).releaseViewers).toEqual(expected);
  });

  it.each(['olga', 'id:17', '17,,42', '17 42', ',', '0', '-1', '1e3'])(
    '[SECURE-92] rejects the viewers "%s"',
    (value) => {
      expect(() => read({ RELEASE_VIEWERS: value })).toThrow('RELEASE_VIEWERS');
    },
  );

  it.each([
    '*',
    'https://*.example',
    'localhost:4300',
    'http://localhost:4300/remote',
    'none,http://a.example',
  ])('rejects the ambiguous origin %s', (value) => {
    expect(() => read({ OVERRIDE_ORIGINS: value })).toThrow('OVERRIDE_ORIGINS');
  });

  it('reads all variables', () => {
    const ports = { PORT: '8080', API_PORT: '8081', METRICS_PORT: '9464' };
    const given = { ...ports, DATA_DIR: '/var/surveys', DEMO_DATA: 'false', ...STRIPE };
    expect(read(given)).toMatchObject({
      port: 8080,
      apiPort: 8081,
      metricsPort: 9464,
      dataDir: '/var/surveys',
      demoData: false,
      stripe: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' },
    });
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

  it('treats an empty variable as unset', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4200, databaseUrl: undefined });
  });

  it.each([
    ['PORT', 'abc', 'expected a port number from 1 to 65535'],
    ['PORT', '0', 'expected a port number'],
    ['PORT', '65536', 'expected a port number'],
    ['PORT', '42e1', 'expected a port number'],
    ['METRICS_PORT', 'on', 'expected a port number'],
    ['API_PORT', '-1', 'expected a port number'],
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
  ])('[SECURE-80] reports %s=%s with the expected value', (name, value, expected) => {
    expect(() => read({ [name]: value })).toThrow(expected);
    expect(() => read({ [name]: value })).toThrow(name);
  });

  it('names every wrong variable at once', () => {
    expect(() => read({ PORT: 'abc', LOG_LEVEL: 'loud' })).toThrow(/PORT=abc[^]*LOG_LEVEL=loud/);
  });

  it.each(Object.keys(STRIPE))('requires all keys of a Stripe account: %s is missing', (missing) => {
    expect(() => read({ ...STRIPE, [missing]: '' })).toThrow(`${missing} must be set too`);
  });

  it('never shows a secret', () => {
    const given = { DATABASE_URL: 'mysql://me:s3cret@host/x', STRIPE_SECRET_KEY: 's3cret' };
    expect(() => read(given)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('s3cret') }),
    );
  });
});

describe('parseArguments', () => {
  it.each([
    [[], false],
    [['--fresh'], true],
  ])('parses %j', (given, fresh) => {
    expect(parseArguments(given)).toEqual({ fresh });
  });

  it.each([['--frehs'], ['-f'], ['fresh'], ['']])('refuses %j', (option) => {
    expect(() => parseArguments([option])).toThrow('The options are --fresh and --help');
  });
});
