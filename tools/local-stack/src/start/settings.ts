import { resolve } from 'node:path';
import { isHostname } from '@dps/gateway';
import {
  areProxies,
  isPublicOrigin,
  isSender,
  isSmtpServer,
  isUserId,
  PUBLIC_ORIGIN_FORMAT,
} from '@dps/contract/server';
import { StartFailure } from '../failure.ts';
import type { SmtpServer } from '../product/mail.ts';
import type { StripeKeys } from '../product/payments.ts';

/** Settings of a start, from the environment. */
export interface StartSettings {
  port: number;
  apiPort: number;
  /** Port of the API's metrics. Undefined without metrics. */
  metricsPort: number | undefined;
  /** Absolute path. */
  dataDir: string;
  publicOrigin: string | undefined;
  /** Proxies in front of the gateway, whose `X-Forwarded-For` it uses. */
  trustedProxies: string | undefined;
  /** Host names that the gateway serves in addition to the one of the public origin. */
  allowedHosts: readonly string[];
  databaseUrl: string | undefined;
  stripe: StripeKeys | undefined;
  smtp: SmtpServer | undefined;
  demoData: boolean;
  logLevel: string;
  /** Origins of dev servers that may override modules in one tab. Undefined without a setting. */
  overrideOrigins: readonly string[] | undefined;
  /** Users who see the page `/releases`. Undefined without a setting. */
  releaseViewers: readonly number[] | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose values never appear in messages. */
const SECRETS = /^(STRIPE_|DATABASE_URL$|SMTP_URL$)/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads variables and collects all problems for one message. */
class Variables {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** An empty variable counts as unset. */
  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined;
  }

  checked(name: string, expected: string, fits: (value: string) => boolean): string | undefined {
    const value = this.text(name);
    if (value === undefined || fits(value)) return value;
    const given = SECRETS.test(name) ? name : `${name}=${value}`;
    this.problems.push(`${given} cannot be used: expected ${expected}.`);
    return undefined;
  }

  port(name: string): number | undefined {
    const fits = (value: string) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
    const value = this.checked(name, 'a port number from 1 to 65535', fits);
    return value === undefined ? undefined : Number(value);
  }
}

const listOf = (value: string): string[] => value.split(',').map((each) => each.trim());

function isDatabaseUrl(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1
  );
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

/** Returns whether a value is an origin. `*` matches every port, and no host. */
const isDevOrigin = (value: string): boolean => isOrigin(value.replace(/:\*$/, '')) && !/\*./.test(value);

/** By default, there is demo data on this machine only, and not with real payments. */
function readDemoData(variables: Variables): boolean {
  const given = variables.checked('DEMO_DATA', 'true or false', (value) => ['true', 'false'].includes(value));
  const isLive = variables.text('STRIPE_SECRET_KEY')?.includes('_live_') ?? false;
  return given === undefined ? !isLive && variables.text('PUBLIC_ORIGIN') === undefined : given === 'true';
}

/** Reads comma-separated origins. `none` disables session overrides. */
function readOverrideOrigins(variables: Variables): readonly string[] | undefined {
  const given = variables.checked(
    'OVERRIDE_ORIGINS',
    'none, or comma-separated origins such as http://localhost:*',
    (value) => value === 'none' || listOf(value).every(isDevOrigin),
  );
  if (given === undefined) return undefined;
  return given === 'none' ? [] : listOf(given);
}

function readAllowedHosts(variables: Variables): readonly string[] {
  const expected = 'host names without ports, such as www.surveys.example,10.0.0.7';
  const given = variables.checked('ALLOWED_HOSTS', expected, (value) => listOf(value).every(isHostname));
  return given === undefined ? [] : listOf(given);
}

/** Reads comma-separated ids of users. `none` disables the page `/releases`. */
function readReleaseViewers(variables: Variables): readonly number[] | undefined {
  const expected = 'none, or ids of users such as 17,42';
  const given = variables.checked(
    'RELEASE_VIEWERS',
    expected,
    (value) => value === 'none' || listOf(value).every(isUserId),
  );
  if (given === undefined) return undefined;
  return given === 'none' ? [] : listOf(given).map(Number);
}

function readStripe(variables: Variables): StripeKeys | undefined {
  const secretKey = variables.checked('STRIPE_SECRET_KEY', 'a secret key such as sk_test_…', (value) =>
    /^(sk|rk)_(test|live)_\w+$/.test(value),
  );
  const publishableKey = variables.checked(
    'STRIPE_PUBLISHABLE_KEY',
    'a publishable key such as pk_test_…',
    (value) => /^pk_(test|live)_\w+$/.test(value),
  );
  const webhookSecret = variables.checked(
    'STRIPE_WEBHOOK_SECRET',
    'a signing secret such as whsec_…',
    (value) => /^whsec_\w+$/.test(value),
  );
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
  const missing = names.filter((name) => variables.text(name) === undefined);
  if (missing.length > 0 && missing.length < names.length)
    variables.problems.push(
      `${missing.join(' and ')} must be set too: a Stripe account needs all of ${names.join(', ')}.`,
    );
  return secretKey && publishableKey && webhookSecret
    ? { secretKey, publishableKey, webhookSecret }
    : undefined;
}

function readSmtp(variables: Variables): SmtpServer | undefined {
  const url = variables.checked(
    'SMTP_URL',
    'an address such as smtps://user:password@mail.example:465',
    (value) => isSmtpServer(URL.parse(value) ?? { protocol: '', hostname: '' }),
  );
  const from = variables.checked('MAIL_FROM', 'a sender such as Surveys <mail@surveys.example>', isSender);
  if ((url === undefined) !== (from === undefined))
    variables.problems.push(
      'SMTP_URL and MAIL_FROM must be set together: the server and the sender of mail.',
    );
  return url && from ? { url, from } : undefined;
}

/**
 * Reads the settings of a start.
 *
 * @param workspace base folder of a relative DATA_DIR
 * @throws StartFailure that lists every wrong variable with its expected value
 */
export function readEnvironment(environment: Environment, workspace: string): StartSettings {
  const variables = new Variables(environment);
  const settings: StartSettings = {
    port: variables.port('PORT') ?? 4200,
    apiPort: variables.port('API_PORT') ?? 4201,
    metricsPort: variables.port('METRICS_PORT'),
    dataDir: resolve(workspace, variables.text('DATA_DIR') ?? '.data'),
    publicOrigin: variables.checked('PUBLIC_ORIGIN', PUBLIC_ORIGIN_FORMAT, isPublicOrigin),
    trustedProxies: variables.checked(
      'TRUSTED_PROXIES',
      'addresses or ranges such as loopback,10.0.0.0/8',
      areProxies,
    ),
    allowedHosts: readAllowedHosts(variables),
    databaseUrl: variables.checked(
      'DATABASE_URL',
      'an address such as postgres://user:password@host:5432/name',
      isDatabaseUrl,
    ),
    stripe: readStripe(variables),
    smtp: readSmtp(variables),
    demoData: readDemoData(variables),
    logLevel:
      variables.checked('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, (value) =>
        LOG_LEVELS.includes(value),
      ) ?? 'info',
    overrideOrigins: readOverrideOrigins(variables),
    releaseViewers: readReleaseViewers(variables),
  };
  if (settings.port === settings.apiPort)
    variables.problems.push('PORT and API_PORT are the same: expected two different ports.');
  if (variables.problems.length > 0) throw new StartFailure(variables.problems.join('\n'));
  return settings;
}

/** Parses the command line, except `--help`. Throws StartFailure for an unknown option. */
export function parseArguments(given: string[]): { fresh: boolean } {
  const unknown = given.find((option) => option !== '--fresh');
  if (unknown !== undefined)
    throw new StartFailure(`There is no option ${unknown}. The options are --fresh and --help.`);
  return { fresh: given.length > 0 };
}
