import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isBucket, type S3Settings } from '@dps/release/store/open-store';
import { isReleaseKey, type TeamKey } from '@dps/release/store/key-ring';
import { DEMO_ACCOUNTS, type Deployment, type MapTiles } from '@dps/contract';
import {
  areProxies,
  isLoopbackHost,
  isPublicOrigin,
  isUserId,
  placeholderProblems,
  PUBLIC_ORIGIN_FORMAT,
} from '@dps/contract/server';
import { boolean, number, object, string, ValidationError, type InferType } from 'yup';
import { isHostname } from './hosts.ts';
import { isDevOrigin, isOrigin, isTileAddress, listOf, readReleaseKeys } from './formats.ts';

/** Invalid environment. `message` names every wrong variable with its expected value. */
export class ConfigError extends Error {}

const matching = (expected: string, accept: (value: string) => boolean) =>
  string().test('format', expected, (value) => value === undefined || accept(value));

const everyEntry = (accept: (value: string) => boolean) => (value: string) => listOf(value).every(accept);

const PORT = 'expected a port number from 0 to 65535';
const KEYS = 'expected public keys of npm run release -- keygen, separated by commas';
const BYTES = 'expected a number of bytes, at least 1048576 (1 MiB)';
const PUBLISHABLE = 'expected a publishable key such as pk_test_…';

/** The environment variables of a process, with their defaults and formats. */
export const environmentSchema = object({
  GATEWAY_HOST: string().default('127.0.0.1'),
  GATEWAY_PORT: number().typeError(PORT).integer(PORT).min(0, PORT).max(65_535, PORT).default(4200),
  METRICS_HOST: string().default('127.0.0.1'),
  METRICS_PORT: number().typeError(PORT).integer(PORT).min(0, PORT).max(65_535, PORT),
  PUBLIC_ORIGIN: matching(`expected ${PUBLIC_ORIGIN_FORMAT}`, isPublicOrigin).default(
    'http://localhost:4200',
  ),
  ALLOWED_HOSTS: matching(
    'expected host names without ports, such as www.surveys.example,10.0.0.7',
    everyEntry(isHostname),
  ),
  API_ORIGIN: matching('expected an origin such as http://127.0.0.1:4201', isOrigin).default(
    'http://127.0.0.1:4201',
  ),
  RELEASE_SERVICE_ORIGIN: matching('expected an origin such as http://127.0.0.1:4203', isOrigin),
  TRUSTED_PROXIES: matching('expected addresses or ranges such as loopback,10.0.0.0/8', areProxies),
  RELEASE_STORE: matching(
    'expected a folder, or a bucket such as s3://bucket/prefix',
    (value) => isBucket(value) || !/^[a-z\d]+:\/\//i.test(value),
  ).required('expected a folder, or a bucket such as s3://bucket/prefix'),
  RELEASE_PUBLIC_KEYS: matching(KEYS, everyEntry(isReleaseKey)),
  RELEASE_KEYS_FILE: string(),
  RELEASE_CACHE_DIR: string(),
  RELEASE_CACHE_BYTES: number()
    .typeError(BYTES)
    .integer(BYTES)
    .min(1024 ** 2, BYTES)
    .default(256 * 1024 ** 2),
  S3_ENDPOINT: matching('expected an address such as https://objects.example', isOrigin),
  S3_REGION: string().matches(/^[a-z\d-]{1,40}$/, 'expected a region such as us-east-1'),
  S3_PATH_STYLE: boolean().typeError('expected true or false').default(false),
  S3_ACCESS_KEY_ID: string(),
  S3_SECRET_ACCESS_KEY: string(),
  STRIPE_PUBLISHABLE_KEY: string()
    .matches(/^pk_(test|live)_\w+$/, PUBLISHABLE)
    .required(PUBLISHABLE),
  PAYMENT_SANDBOX_ORIGIN: matching('expected an origin such as http://127.0.0.1:4242', isOrigin),
  PAYMENT_SANDBOX_INTEGRITY: string().matches(
    /^sha(256|384|512)-[A-Za-z\d+/=]+$/,
    'expected the integrity of the sandbox script, such as sha256-…',
  ),
  SECURITY_CONTACT: string().matches(
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
    'expected an address such as mailto:security@surveys.example or https://…',
  ),
  MAP_TILES_URL: matching(
    'expected the address of map tiles, such as https://tiles.example/{z}/{x}/{y}.png',
    isTileAddress,
  ),
  MAP_TILES_ATTRIBUTION: string().max(200, 'expected at most 200 characters'),
  DEMO_DATA: boolean().typeError('expected true or false').default(false),
  OVERRIDE_ORIGINS: matching(
    'expected none, or origins separated by commas such as http://localhost:*',
    (value) => value === 'none' || listOf(value).every(isDevOrigin),
  ).default('none'),
  PREVIEW_TESTERS: matching(
    'expected none, any, or ids of users separated by commas, such as 17,42',
    (value) => value === 'none' || value === 'any' || everyEntry(isUserId)(value),
  ).default('none'),
});
type Environment = InferType<typeof environmentSchema>;

/** The users who may see previews: signed-in users by id, or all. */
export type Testers = 'any' | readonly number[];

/** Configuration of a gateway process. */
export interface Config {
  host: string;
  port: number;
  /** Address of the metrics. Undefined without metrics. */
  metrics: { host: string; port: number } | undefined;
  /** Public origin of the gateway. */
  publicOrigin: string;
  /** Host names that the gateway serves in addition to the one of the public origin. */
  allowedHosts: readonly string[];
  /** `http://127.0.0.1:4201` */
  api: string;
  /** Origin of the service of the page `/releases`. Undefined without one. */
  releaseService: string | undefined;
  trustedProxies: string | undefined;
  /** A folder's absolute path, or `s3://bucket/prefix`. */
  releaseStore: string;
  s3: S3Settings;
  /** Absolute path of the folder of this process. */
  cacheFolder: string;
  /** Undefined for a folder, which needs no cache. */
  cacheBytes: number | undefined;
  /** The keys of `RELEASE_KEYS_FILE`, and for all releases those of `RELEASE_PUBLIC_KEYS`. */
  releaseKeys: readonly TeamKey[];
  deployment: Deployment;
  /** Users who may see previews. Undefined without previews. */
  testers: Testers | undefined;
  /** The payment sandbox's origin; undefined with the real provider. */
  paymentSandbox: string | undefined;
  /** Address for reports of vulnerabilities: a `mailto:` or `https:` address. */
  securityContact: string | undefined;
}

function parse(environment: NodeJS.ProcessEnv): Environment {
  const placeholders = placeholderProblems(environment, Object.keys(environmentSchema.fields));
  if (placeholders.length > 0) throw new ConfigError(placeholders.join('; '));
  // An empty variable counts as unset.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  try {
    return environmentSchema.validateSync(given, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ConfigError(error.inner.map((issue) => `${issue.path}: ${issue.message}`).join('; '));
  }
}

function checkKeyPair({ S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }: Environment): void {
  if (id === undefined && secret !== undefined)
    throw new ConfigError('S3_ACCESS_KEY_ID: expected with S3_SECRET_ACCESS_KEY');
  if (id !== undefined && secret === undefined)
    throw new ConfigError('S3_SECRET_ACCESS_KEY: expected with S3_ACCESS_KEY_ID');
}

function releaseKeysOf({
  RELEASE_PUBLIC_KEYS: keys,
  RELEASE_KEYS_FILE: file,
  PUBLIC_ORIGIN: publicOrigin,
}: Environment): TeamKey[] {
  if (keys === undefined && file === undefined)
    throw new ConfigError(`RELEASE_PUBLIC_KEYS: ${KEYS}, or RELEASE_KEYS_FILE`);
  const found = readReleaseKeys(keys, file);
  if (typeof found === 'string') throw new ConfigError(`RELEASE_KEYS_FILE: ${found}`);
  const plain = found.flatMap(({ origins = [] }) => origins).find((origin) => !/^(https|wss):/.test(origin));
  if (plain !== undefined && !isLoopbackHost(new URL(publicOrigin).hostname))
    throw new ConfigError(`RELEASE_KEYS_FILE: expected origins with TLS, and not ${plain}`);
  return found;
}

function mapTilesOf({
  MAP_TILES_URL: url,
  MAP_TILES_ATTRIBUTION: attribution,
}: Environment): MapTiles | undefined {
  if (url === undefined && attribution === undefined) return undefined;
  if (url === undefined) throw new ConfigError('MAP_TILES_URL: expected with MAP_TILES_ATTRIBUTION');
  if (attribution === undefined)
    throw new ConfigError(
      'MAP_TILES_ATTRIBUTION: expected with MAP_TILES_URL, such as © OpenStreetMap contributors',
    );
  return { url, attribution };
}

function deploymentOf(variables: Environment): Deployment {
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, PAYMENT_SANDBOX_ORIGIN: sandbox } = variables;
  const { PAYMENT_SANDBOX_INTEGRITY: sandboxIntegrity, OVERRIDE_ORIGINS: origins } = variables;
  if (sandbox !== undefined && publishableKey.startsWith('pk_live_'))
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY: expected a test key together with PAYMENT_SANDBOX_ORIGIN');
  const mapTiles = mapTilesOf(variables);
  return {
    demoAccounts: variables.DEMO_DATA ? DEMO_ACCOUNTS : [],
    payments:
      sandbox === undefined
        ? { publishableKey, sandboxScript: null }
        : {
            publishableKey,
            sandboxScript: '/payment-sandbox/stripe.js',
            ...(sandboxIntegrity !== undefined && { sandboxIntegrity }),
          },
    ...(mapTiles && { mapTiles }),
    ...(origins !== 'none' && { overrides: { origins: listOf(origins) } }),
  };
}

function testersOf({ PREVIEW_TESTERS: testers }: Environment): Testers | undefined {
  if (testers === 'none') return undefined;
  return testers === 'any' ? testers : listOf(testers).map(Number);
}

/**
 * Parses the environment.
 *
 * @throws ConfigError when a variable has a wrong value
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = parse(environment);
  const { RELEASE_STORE: store, GATEWAY_PORT: port } = variables;
  checkKeyPair(variables);
  return {
    host: variables.GATEWAY_HOST,
    port,
    metrics:
      variables.METRICS_PORT === undefined
        ? undefined
        : { host: variables.METRICS_HOST, port: variables.METRICS_PORT },
    publicOrigin: new URL(variables.PUBLIC_ORIGIN).origin,
    allowedHosts: variables.ALLOWED_HOSTS === undefined ? [] : listOf(variables.ALLOWED_HOSTS),
    api: new URL(variables.API_ORIGIN).origin,
    releaseService: variables.RELEASE_SERVICE_ORIGIN && new URL(variables.RELEASE_SERVICE_ORIGIN).origin,
    trustedProxies: variables.TRUSTED_PROXIES,
    releaseStore: isBucket(store) ? store : resolve(store),
    s3: {
      endpoint: variables.S3_ENDPOINT,
      region: variables.S3_REGION,
      pathStyle: variables.S3_PATH_STYLE,
      accessKeyId: variables.S3_ACCESS_KEY_ID,
      secretAccessKey: variables.S3_SECRET_ACCESS_KEY,
    },
    cacheFolder: resolve(variables.RELEASE_CACHE_DIR ?? join(tmpdir(), `dps-gateway-${port}`)),
    cacheBytes: isBucket(store) ? variables.RELEASE_CACHE_BYTES : undefined,
    releaseKeys: releaseKeysOf(variables),
    deployment: deploymentOf(variables),
    testers: testersOf(variables),
    paymentSandbox: variables.PAYMENT_SANDBOX_ORIGIN,
    securityContact: variables.SECURITY_CONTACT,
  };
}
