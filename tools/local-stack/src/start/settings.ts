import { resolve } from 'node:path';
import { isDevOrigin, isHostname, listOf } from '@dps/gateway';
import {
  areProxies,
  isPublicOrigin,
  isSender,
  isSmtpServer,
  isUserId,
  PUBLIC_ORIGIN_FORMAT,
} from '@dps/contract/server';
import { object, string, ValidationError, type InferType } from 'yup';
import { StartFailure } from '../failure.ts';
import type { ProductOptions } from '../product/product-options.ts';

/** Settings of a start, from the environment. */
export interface StartSettings extends ProductOptions {
  port: number;
  apiPort: number;
  dataDir: string;
  demoData: boolean;
}

/** Variables whose values never appear in messages. */
const SECRETS = /^(STRIPE_|DATABASE_URL$|SMTP_URL$)/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const matching = (expected: string, fits: (value: string) => boolean) =>
  string().test(
    'format',
    ({ path, value }) =>
      `${SECRETS.test(path) ? path : `${path}=${value}`} cannot be used: expected ${expected}.`,
    (value) => value === undefined || fits(value),
  );

/** Comma-separated entries, or `none`. */
const none = (expected: string, fits: (value: string) => boolean) =>
  matching(`none, or ${expected}`, (value) => value === 'none' || listOf(value).every(fits));

const port = () =>
  matching(
    'a port number from 1 to 65535',
    (value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535,
  );

function isDatabaseUrl(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1
  );
}

const variables = object({
  PORT: port(),
  API_PORT: port(),
  METRICS_PORT: port(),
  DATA_DIR: string(),
  PUBLIC_ORIGIN: matching(PUBLIC_ORIGIN_FORMAT, isPublicOrigin),
  TRUSTED_PROXIES: matching('addresses or ranges such as loopback,10.0.0.0/8', areProxies),
  ALLOWED_HOSTS: matching('host names without ports, such as www.surveys.example,10.0.0.7', (value) =>
    listOf(value).every(isHostname),
  ),
  DATABASE_URL: matching('an address such as postgres://user:password@host:5432/name', isDatabaseUrl),
  STRIPE_SECRET_KEY: matching('a secret key such as sk_test_…', (value) =>
    /^(sk|rk)_(test|live)_\w+$/.test(value),
  ),
  STRIPE_PUBLISHABLE_KEY: matching('a publishable key such as pk_test_…', (value) =>
    /^pk_(test|live)_\w+$/.test(value),
  ),
  STRIPE_WEBHOOK_SECRET: matching('a signing secret such as whsec_…', (value) =>
    /^whsec_\w+(,whsec_\w+)?$/.test(value),
  ),
  SMTP_URL: matching('an address such as smtps://user:password@mail.example:465', (value) =>
    isSmtpServer(URL.parse(value) ?? { protocol: '', hostname: '' }),
  ),
  MAIL_FROM: matching('a sender such as Surveys <mail@surveys.example>', isSender),
  DEMO_DATA: matching('true or false', (value) => ['true', 'false'].includes(value)),
  LOG_LEVEL: matching(`one of ${LOG_LEVELS.join(', ')}`, (value) => LOG_LEVELS.includes(value)),
  OVERRIDE_ORIGINS: none('comma-separated origins such as http://localhost:*', isDevOrigin),
  RELEASE_VIEWERS: none('ids of users such as 17,42', isUserId),
});
type Given = InferType<typeof variables>;

function formatProblems(given: Given): string[] {
  try {
    variables.validateSync(given, { abortEarly: false });
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.errors;
    throw error;
  }
}

/** Returns the problems of variables that depend on each other. */
function commonProblems(given: Given, { port: gateway, apiPort }: StartSettings): string[] {
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const missing = keys.filter((name) => given[name] === undefined);
  return [
    ...(missing.length > 0 && missing.length < keys.length
      ? [`${missing.join(' and ')} must be set too: a Stripe account needs all of ${keys.join(', ')}.`]
      : []),
    ...((given.SMTP_URL === undefined) === (given.MAIL_FROM === undefined)
      ? []
      : ['SMTP_URL and MAIL_FROM must be set together: the server and the sender of mail.']),
    ...(gateway === apiPort ? ['PORT and API_PORT are the same: expected two different ports.'] : []),
  ];
}

/** Returns whether there is demo data. By default, only on this machine, and not with real payments. */
const hasDemoData = ({ DEMO_DATA: given, STRIPE_SECRET_KEY: key, PUBLIC_ORIGIN: origin }: Given): boolean =>
  given === undefined ? !key?.includes('_live_') && origin === undefined : given === 'true';

const entriesOf = (value: string | undefined): string[] | undefined =>
  value === undefined ? undefined : listOf(value).filter((entry) => entry !== 'none');

/**
 * Reads the settings of a start.
 *
 * @param workspace base folder of a relative DATA_DIR
 * @throws StartFailure that lists every wrong variable with its expected value
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  workspace: string,
): StartSettings {
  // An empty variable counts as unset.
  const set = Object.keys(variables.fields).map((name) => [name, environment[name]?.trim() || undefined]);
  const given: Given = Object.fromEntries(set);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, SMTP_URL: url } = given;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, MAIL_FROM: from } = given;
  const settings: StartSettings = {
    port: Number(given.PORT ?? 4200),
    apiPort: Number(given.API_PORT ?? 4201),
    metricsPort: given.METRICS_PORT === undefined ? undefined : Number(given.METRICS_PORT),
    dataDir: resolve(workspace, given.DATA_DIR ?? '.data'),
    publicOrigin: given.PUBLIC_ORIGIN,
    trustedProxies: given.TRUSTED_PROXIES,
    allowedHosts: entriesOf(given.ALLOWED_HOSTS) ?? [],
    databaseUrl: given.DATABASE_URL,
    stripe:
      secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret } : undefined,
    smtp: url && from ? { url, from } : undefined,
    demoData: hasDemoData(given),
    logLevel: given.LOG_LEVEL ?? 'info',
    overrideOrigins: entriesOf(given.OVERRIDE_ORIGINS),
    releaseViewers: entriesOf(given.RELEASE_VIEWERS)?.map(Number),
  };
  const problems = [...formatProblems(given), ...commonProblems(given, settings)];
  if (problems.length > 0) throw new StartFailure(problems.join('\n'));
  return settings;
}

/** Parses the command line, except `--help`. Throws StartFailure for an unknown option. */
export function parseArguments(given: string[]): { fresh: boolean } {
  const unknown = given.find((option) => option !== '--fresh');
  if (unknown !== undefined)
    throw new StartFailure(`There is no option ${unknown}. The options are --fresh and --help.`);
  return { fresh: given.length > 0 };
}
