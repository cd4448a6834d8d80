import { areProxies, isPublicOrigin, placeholderProblems, PUBLIC_ORIGIN_FORMAT } from '@dps/contract/server';
import { object, string, ValidationError, type InferType, type ObjectSchema } from 'yup';
import { attachmentVariables, readAttachmentConfig, type AttachmentConfig } from './attachment-config.ts';
import { mailVariables, readMailConfig, type MailConfig } from './mail-config.ts';
import { ConfigError, flag, url, wholeNumber } from './variables.ts';
import { OWASP_COST, type HashCost } from '../auth/password-hash.ts';

const isOrigin = (parsed: URL) =>
  /^https?:$/.test(parsed.protocol) && parsed.pathname === '/' && !parsed.search;

const portNumber = () => wholeNumber('expected a port number from 0 to 65535', 0, 65_535);

const databaseVariables = {
  DATABASE_URL: url('expected an address such as postgres://user:password@host:5432/database', (parsed) =>
    /^postgres(ql)?:$/.test(parsed.protocol),
  ).required('expected an address such as postgres://user:password@host:5432/database'),
};

const demoVariables = { DEMO_DATA: flag().default(false) };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const serverVariables = {
  NODE_ENV: string()
    .oneOf(['development', 'test', 'production'] as const, 'expected development, test or production')
    .default('development'),
  API_HOST: string().default('127.0.0.1'),
  API_PORT: portNumber().default(4201),
  METRICS_HOST: string().default('127.0.0.1'),
  METRICS_PORT: portNumber().optional(),
  PUBLIC_ORIGIN: string()
    .default('http://localhost:4200')
    .test('origin', `expected ${PUBLIC_ORIGIN_FORMAT}`, isPublicOrigin),
  LOG_LEVEL: string()
    .oneOf(LOG_LEVELS, `expected one of ${LOG_LEVELS.join(', ')}`)
    .default('info'),
  /** Proxies whose `X-Forwarded-For` is trusted: addresses or ranges, separated by commas. */
  TRUSTED_PROXIES: string()
    .default('loopback')
    .test('proxies', 'expected addresses or ranges such as loopback,10.0.0.0/8', areProxies),
  /** Multiplies the limits of requests: for load tests, or for many users behind one address. */
  RATE_LIMIT_FACTOR: wholeNumber('expected a whole number from 1 to 10000', 1, 10_000).default(1),
  /** Gigabytes of files that an account may store. */
  STORAGE_PER_ACCOUNT_GB: wholeNumber('expected a whole number from 1 to 100000', 1, 100_000).default(50),
  /** Jobs of a client that no pilot has accepted. */
  OPEN_JOBS_PER_CLIENT: wholeNumber('expected a whole number from 1 to 1000000', 1, 1_000_000).default(200),
  STRIPE_SECRET_KEY: string()
    .matches(/^(sk|rk)_(test|live)_\w+$/, 'expected a secret key such as sk_test_…')
    .required('expected a secret key such as sk_test_…'),
  STRIPE_WEBHOOK_SECRET: string()
    .matches(/^whsec_\w+(,whsec_\w+)?$/, 'expected a signing secret such as whsec_…')
    .required('expected a signing secret such as whsec_…'),
  STRIPE_API_BASE: url('expected an origin such as http://127.0.0.1:4242', isOrigin),
  ALLOW_PAYMENT_SANDBOX: flag().default(false),
  PAYMENT_SWEEP_AFTER_SECONDS: wholeNumber('expected a number of seconds from 1 to 86400', 1, 86_400).default(
    120,
  ),
  BACKGROUND_WORK: flag().default(true),
};

/** The environment variables of a process, with their defaults and formats. */
export const environmentSchema = object({
  ...databaseVariables,
  ...demoVariables,
  ...serverVariables,
  ...attachmentVariables,
  ...mailVariables,
});
type Environment = InferType<typeof environmentSchema>;

export interface Config {
  environment: Environment['NODE_ENV'];
  host: string;
  port: number;
  /** Address of the metrics server; null to disable it. */
  metrics: { host: string; port: number } | null;
  databaseUrl: string;
  /** Origin of the product in browsers: the only origin from which writes are accepted. */
  publicOrigin: string;
  /** True if browsers reach the product through TLS. */
  secureCookies: boolean;
  demoData: boolean;
  passwordCost: HashCost;
  logLevel: Environment['LOG_LEVEL'];
  trustedProxies: string;
  /** Multiplies the limits of requests per account and network. */
  rateLimitFactor: number;
  /** Gigabytes of files that an account may store. */
  storagePerAccountGb: number;
  /** Jobs of a client that no pilot has accepted. */
  openJobsPerClient: number;
  stripe: {
    secretKey: string;
    /** A signing secret, or two that are separated by a comma. */
    webhookSecret: string;
    /** The address of the payment sandbox; null for the real provider. */
    apiBase: string | null;
  };
  attachments: AttachmentConfig;
  /** Minimum age of a payment. The pause between its look-ups starts with this value and doubles each time. */
  paymentSweepAfterSeconds: number;
  /** False if other processes do the background work. */
  backgroundWork: boolean;
  /** Null if the deployment does not send mail. */
  mail: MailConfig | null;
}

function parse<T extends object>(schema: ObjectSchema<T>, environment: NodeJS.ProcessEnv) {
  const placeholders = placeholderProblems(environment, Object.keys(schema.fields));
  if (placeholders.length > 0) throw new ConfigError(placeholders.join('; '));
  // An empty variable counts as not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  try {
    return schema.validateSync(given, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ConfigError(error.inner.map((issue) => `${issue.path}: ${issue.message}`).join('; '));
  }
}

const isLive = ({ STRIPE_SECRET_KEY: key }: Environment): boolean => key.includes('_live_');

/** An origin with TLS and a live key belong to a production, even if `NODE_ENV` is missing. */
function environmentOf(variables: Environment): Environment['NODE_ENV'] {
  const isProduction = variables.PUBLIC_ORIGIN.startsWith('https:') || isLive(variables);
  return isProduction ? 'production' : variables.NODE_ENV;
}

function refuseUnsafe(variables: Environment): void {
  if (variables.STRIPE_API_BASE === undefined) return;
  if (isLive(variables)) {
    throw new ConfigError('STRIPE_SECRET_KEY: expected a test key together with STRIPE_API_BASE');
  }
  if (environmentOf(variables) === 'production' && !variables.ALLOW_PAYMENT_SANDBOX) {
    throw new ConfigError(
      'STRIPE_API_BASE: the payment sandbox is refused in production; set ALLOW_PAYMENT_SANDBOX=true for a demonstration',
    );
  }
}

function metricsOf({ METRICS_HOST: host, METRICS_PORT: port }: Environment): Config['metrics'] {
  return port === undefined ? null : { host, port };
}

/** Reads the configuration of the server from the environment. Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = parse(environmentSchema, environment);
  refuseUnsafe(variables);
  const origin = new URL(variables.PUBLIC_ORIGIN);
  return {
    environment: environmentOf(variables),
    host: variables.API_HOST,
    port: variables.API_PORT,
    metrics: metricsOf(variables),
    databaseUrl: variables.DATABASE_URL,
    publicOrigin: origin.origin,
    secureCookies: origin.protocol === 'https:',
    demoData: variables.DEMO_DATA,
    passwordCost: OWASP_COST,
    logLevel: variables.LOG_LEVEL,
    trustedProxies: variables.TRUSTED_PROXIES,
    rateLimitFactor: variables.RATE_LIMIT_FACTOR,
    storagePerAccountGb: variables.STORAGE_PER_ACCOUNT_GB,
    openJobsPerClient: variables.OPEN_JOBS_PER_CLIENT,
    stripe: {
      secretKey: variables.STRIPE_SECRET_KEY,
      webhookSecret: variables.STRIPE_WEBHOOK_SECRET,
      apiBase: variables.STRIPE_API_BASE ?? null,
    },
    attachments: readAttachmentConfig(variables),
    paymentSweepAfterSeconds: variables.PAYMENT_SWEEP_AFTER_SECONDS,
    backgroundWork: variables.BACKGROUND_WORK,
    mail: readMailConfig(variables),
  };
}

/** Reads the configuration of the stores of files, for a command that reads them. Throws ConfigError. */
export function readStoresConfig(environment: NodeJS.ProcessEnv): Pick<Config, 'attachments'> {
  return { attachments: readAttachmentConfig(parse(object(attachmentVariables), environment)) };
}

/** Reads the configuration of the commands that use only the database. Throws ConfigError. */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv): Pick<Config, 'databaseUrl' | 'demoData'> {
  const variables = parse(object({ ...databaseVariables, ...demoVariables }), environment);
  return { databaseUrl: variables.DATABASE_URL, demoData: variables.DEMO_DATA };
}
