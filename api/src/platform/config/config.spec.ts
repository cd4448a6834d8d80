import { ConfigError } from './variables.ts';
import { readConfig, readDatabaseConfig } from './config.ts';

const GOOD = {
  DATABASE_URL: 'postgres://user:secret@db:5432/surveys',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

const problemOf = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return String(error);
  }
};

describe('readConfig', () => {
  it('fills in the defaults for development', () => {
    expect(readConfig(GOOD)).toEqual({
      environment: 'development',
      host: '127.0.0.1',
      port: 4201,
      metrics: null,
      databaseUrl: GOOD.DATABASE_URL,
      publicOrigin: 'http://localhost:4200',
      secureCookies: false,
      demoData: false,
      passwordCost: { memory: 19_456, passes: 2 },
      logLevel: 'info',
      trustedProxies: 'loopback',
      rateLimitFactor: 1,
      storagePerAccountGb: 50,
      openJobsPerClient: 200,
      stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase: null },
      attachments: { store: 'database', s3: null },
      paymentSweepAfterSeconds: 120,
      backgroundWork: true,
      mail: null,
    });
  });

  it('serves metrics only with METRICS_PORT, on the loopback address by default', () => {
    const metricsOf = (environment: NodeJS.ProcessEnv) => readConfig({ ...GOOD, ...environment }).metrics;
    expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(metricsOf({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' })).toEqual({
      host: '10.0.0.5',
      port: 9464,
    });
    expect(metricsOf({ METRICS_HOST: '10.0.0.5' })).toBeNull();
  });

  it('sends mail with SMTP_URL', () => {
    const given = { SMTP_URL: 'smtps://u:p@mail.example:465', MAIL_FROM: 'Surveys <mail@surveys.example>' };
    expect(readConfig({ ...GOOD, ...given }).mail).toEqual({
      smtpUrl: given.SMTP_URL,
      from: given.MAIL_FROM,
    });
  });

  it.each([
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Surveys' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@b.example, c@d.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }],
    ['SMTP_URL', { SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' }],
  ])('names %s in %j', (variable, given) => {
    expect(problemOf({ ...GOOD, ...given })).toContain(variable);
  });

  it('uses secure cookies behind TLS', () => {
    const config = readConfig({ ...GOOD, PUBLIC_ORIGIN: 'https://surveys.example/' });
    expect(config).toMatchObject({ publicOrigin: 'https://surveys.example', secureCookies: true });
  });

  it.each([
    ['development', undefined, false],
    ['development', 'true', true],
    ['production', undefined, false],
    ['production', '', false],
    ['production', 'true', true],
  ])('[SECURE-82] in %s with DEMO_DATA=%s has demo data: %s', (environment, demo, expected) => {
    expect(readConfig({ ...GOOD, NODE_ENV: environment, DEMO_DATA: demo }).demoData).toBe(expected);
  });

  const LOCAL = 'http://localhost:4200';
  const TLS = 'https://surveys.example';
  it.each<[string | undefined, string, string, string]>([
    [undefined, LOCAL, 'sk_test_1', 'development'],
    [undefined, 'http://127.0.0.1:8080', 'sk_test_1', 'development'],
    [undefined, 'http://[::1]:4200', 'rk_test_1', 'development'],
    ['test', LOCAL, 'sk_test_1', 'test'],
    ['production', LOCAL, 'sk_test_1', 'production'],
    [undefined, TLS, 'sk_test_1', 'production'],
    [undefined, LOCAL, 'sk_live_1', 'production'],
    [undefined, LOCAL, 'rk_live_1', 'production'],
    [undefined, TLS, 'sk_live_1', 'production'],
    ['development', TLS, 'sk_test_1', 'production'],
    ['development', LOCAL, 'sk_live_1', 'production'],
    ['test', TLS, 'sk_live_1', 'production'],
    ['production', TLS, 'sk_live_1', 'production'],
  ])(
    '[SECURE-81] with NODE_ENV=%s, the origin %s and the key %s is a %s without demo data',
    (mode, origin, key, expected) => {
      const given = { NODE_ENV: mode, PUBLIC_ORIGIN: origin, STRIPE_SECRET_KEY: key };
      expect(readConfig({ ...GOOD, ...given })).toMatchObject({ environment: expected, demoData: false });
    },
  );

  it.each([undefined, 'development', 'test', 'production'])(
    '[SECURE-80] with NODE_ENV=%s refuses an origin of another machine without TLS',
    (NODE_ENV) => {
      const problem = problemOf({ ...GOOD, NODE_ENV, PUBLIC_ORIGIN: 'http://192.168.1.5:4200' });
      expect(problem).toMatch(/^Error: PUBLIC_ORIGIN: expected an origin with https/);
    },
  );

  it.each([
    ['DATABASE_URL', undefined],
    ['STRIPE_SECRET_KEY', undefined],
    ['S3_ACCESS_KEY_ID', 'with a space'],
  ])('names %s=%s and what it expects', (name, value) => {
    expect(problemOf({ ...GOOD, [name]: value })).toMatch(new RegExp(`^Error: ${name}: expected `));
  });

  it.each(
    `DATABASE_URL=mysql://db/surveys DATABASE_URL=nonsense API_PORT=70000 METRICS_PORT=on RATE_LIMIT_FACTOR=0
      NODE_ENV=staging PUBLIC_ORIGIN=surveys.example PUBLIC_ORIGIN=https://surveys.example/app
      PUBLIC_ORIGIN=ftp://surveys.example LOG_LEVEL=loud DEMO_DATA=maybe STRIPE_SECRET_KEY=pk_test_1
      STRIPE_WEBHOOK_SECRET=secret STRIPE_API_BASE=localhost:1 ALLOW_PAYMENT_SANDBOX=2 TRUSTED_PROXIES=gateway
      TRUSTED_PROXIES=10.0.0.0/33 ATTACHMENT_STORE=disk S3_ENDPOINT=objects.example
      S3_ENDPOINT=https://user:password@objects.example S3_REGION=Frankfurt,Main S3_BUCKET=A,bucket
      S3_PATH_STYLE=perhaps BACKGROUND_WORK=perhaps PAYMENT_SWEEP_AFTER_SECONDS=0
      PAYMENT_SWEEP_AFTER_SECONDS=1.5 PAYMENT_SWEEP_AFTER_SECONDS=86401`.split(/\s+/),
  )('names the variable of %s and what it expects', (pair) => {
    const [name = '', value] = pair.split('=');
    expect(problemOf({ ...GOOD, [name]: value })).toMatch(new RegExp(`^Error: ${name}: expected `));
  });

  it.each(['loopback', 'loopback, uniquelocal', '10.0.0.1,10.1.0.0/16', '::1/128'])(
    'accepts %s as trusted proxies',
    (TRUSTED_PROXIES) => {
      expect(readConfig({ ...GOOD, TRUSTED_PROXIES }).trustedProxies).toBe(TRUSTED_PROXIES);
    },
  );

  it('names all wrong variables and never a value, which may be secret', () => {
    const problem = problemOf({ ...GOOD, DATABASE_URL: 'secret', API_PORT: 'secret' });
    expect(problem).toMatch(/DATABASE_URL: .*; API_PORT: /);
    expect(problem).not.toContain('secret,');
    expect(problem).not.toMatch(/secret$/);
  });

  it('[SETTLE-20, SECURE-81] refuses the sandbox in production and with TLS without ALLOW_PAYMENT_SANDBOX', () => {
    const sandbox = { ...GOOD, STRIPE_API_BASE: 'http://127.0.0.1:1' };
    for (const environment of [{ NODE_ENV: 'production' }, { PUBLIC_ORIGIN: TLS }]) {
      expect(problemOf({ ...sandbox, ...environment })).toContain('ALLOW_PAYMENT_SANDBOX=true');
      const allowed = readConfig({ ...sandbox, ...environment, ALLOW_PAYMENT_SANDBOX: 'true' });
      expect(allowed.stripe.apiBase).toBe(sandbox.STRIPE_API_BASE);
    }
  });

  it('refuses a live key for the sandbox', () => {
    const environment = { ...GOOD, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: 'http://127.0.0.1:1' };
    expect(problemOf(environment)).toContain('STRIPE_SECRET_KEY');
  });
});

describe('the store of attachments', () => {
  const BUCKET = { S3_BUCKET: 'dps-attachments' };
  const KEYS = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hush-hush' };

  it('can be an Amazon bucket with the credentials of the machine', () => {
    expect(readConfig({ ...GOOD, ...BUCKET, ATTACHMENT_STORE: 's3' }).attachments).toEqual({
      store: 's3',
      s3: {
        bucket: 'dps-attachments',
        endpoint: null,
        region: 'us-east-1',
        pathStyle: false,
        credentials: null,
      },
    });
  });

  it('can be another S3 store, which is configured even if new files go to the database', () => {
    const elsewhere = { S3_ENDPOINT: 'http://minio:9000', S3_REGION: 'here', S3_PATH_STYLE: 'true' };
    expect(readConfig({ ...GOOD, ...BUCKET, ...KEYS, ...elsewhere }).attachments).toEqual({
      store: 'database',
      s3: {
        bucket: 'dps-attachments',
        endpoint: 'http://minio:9000',
        region: 'here',
        pathStyle: true,
        credentials: { accessKeyId: 'key', secretAccessKey: 'hush-hush' },
      },
    });
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['no bucket', { ATTACHMENT_STORE: 's3' }, 'S3_BUCKET'],
    ['no secret', { ...BUCKET, S3_ACCESS_KEY_ID: 'key' }, 'S3_SECRET_ACCESS_KEY'],
    ['no id', { ...BUCKET, S3_SECRET_ACCESS_KEY: 'hush-hush' }, 'S3_ACCESS_KEY_ID'],
  ])('names the missing variable: %s', (_what, environment, name) => {
    const problem = problemOf({ ...GOOD, ...environment });
    expect(problem).toMatch(new RegExp(`^Error: ${name}: expected `));
    expect(problem).not.toContain('hush-hush');
  });
});

describe('readDatabaseConfig', () => {
  it('requires only the database', () => {
    const { DATABASE_URL } = GOOD;
    expect(readDatabaseConfig({ DATABASE_URL })).toEqual({ databaseUrl: DATABASE_URL, demoData: false });
  });
});
