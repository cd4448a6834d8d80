import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeholderProblems } from '@dps/contract/server';
import type { Options } from './arguments.ts';
import { EXIT, IS_INSTALLED, RELEASE_COMMAND, CommandError, messageOf } from '../store/command-error.ts';
import type { ReleaseContext } from '../registry/change-registry.ts';
import type { ReadContext } from '../registry/read-registry.ts';
import type { Products } from '../registry/served-registry.ts';
import { keysForAll, parseKeys, type TeamKey } from '../store/key-ring.ts';
import { readKey, type ReleaseKey } from '../store/release-key.ts';
import { isBucket, openStore } from '../store/open-store.ts';
import { ADDRESS_FILE, type ReleaseStore } from '../store/release-store.ts';

const WORKSPACE = fileURLToPath(new URL('../../../..', import.meta.url));

const SERVE_WITHIN_MS = 10_000;

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the local store of `npm start`, its key and the keys of its teams. `DATA_DIR` selects the same folder for both commands. */
function localPlaces({ DATA_DIR, INIT_CWD }: Environment): Record<'store' | 'key' | 'keys', string> {
  // npm runs scripts in the root folder. INIT_CWD is the folder of the user.
  const here = IS_INSTALLED ? (INIT_CWD ?? '.') : WORKSPACE;
  const data = path.resolve(here, DATA_DIR?.trim() || '.data');
  return {
    store: path.join(data, 'store'),
    key: path.join(data, 'release-key.pem'),
    keys: path.join(data, 'keys.json'),
  };
}

function storeOf(address: string, environment: Environment): Promise<ReleaseStore> {
  return openStore(address, {
    endpoint: environment['S3_ENDPOINT'],
    region: environment['S3_REGION'],
    pathStyle: environment['S3_PATH_STYLE'] === 'true',
    accessKeyId: environment['S3_ACCESS_KEY_ID'],
    secretAccessKey: environment['S3_SECRET_ACCESS_KEY'],
  });
}

/** Opens the store that the options or the environment name, or else the local one. Throws CommandError if it is unusable. */
export const openGivenStore = (options: Options, environment: Environment): Promise<ReleaseStore> =>
  storeOf(options.store ?? environment['RELEASE_STORE'] ?? localPlaces(environment).store, environment);

function readKeyFile(file: string): ReleaseKey {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`The release key cannot be read: ${messageOf(error)}`, EXIT.unavailable);
  }
  return readKey(pem);
}

function readKeysFile(file: string): TeamKey[] {
  try {
    return parseKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(
      `The keys of the deployment in ${file} cannot be used: ${messageOf(error)}`,
      EXIT.unavailable,
    );
  }
}

const isLocal = ({ store }: Options, { RELEASE_STORE }: Environment): boolean =>
  store === undefined && RELEASE_STORE === undefined;

/** Returns the signing key: the named one, or else that of the local store. Throws CommandError if it is unusable. */
function findKey(options: Options, environment: Environment): ReleaseKey | undefined {
  const { RELEASE_KEY_FILE, RELEASE_PRIVATE_KEY } = environment;
  const file = options.key ?? RELEASE_KEY_FILE;
  if (file !== undefined) return readKeyFile(file);
  if (RELEASE_PRIVATE_KEY !== undefined) return readKey(RELEASE_PRIVATE_KEY);
  const local = localPlaces(environment).key;
  return isLocal(options, environment) && existsSync(local) ? readKeyFile(local) : undefined;
}

/** @param advice how to name a key, for a store that is not local */
function missingKey(options: Options, environment: Environment, advice: string): CommandError {
  const { store } = localPlaces(environment);
  const local = IS_INSTALLED
    ? 'No store is named: set RELEASE_STORE or --store to the store of the product, and name your key with RELEASE_KEY_FILE or --key.'
    : `${store} has no signing key: npm start creates it. Run npm start first, with the same DATA_DIR, or name another store with --store.`;
  return new CommandError(isLocal(options, environment) ? local : advice, EXIT.usage);
}

/** Metrics address of a local API with METRICS_PORT=9464. */
const LOCAL_METRICS = 'http://127.0.0.1:9464/metrics';

/** Returns the metrics addresses of all API processes. Throws CommandError if one is invalid. */
export function metricsAddresses({ metrics }: Options, { RELEASE_METRICS }: Environment): string[] {
  const given = metrics ?? (RELEASE_METRICS ?? LOCAL_METRICS).split(',');
  const wrong = given.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong === undefined) return given;
  throw new CommandError(`${wrong} is not a metrics address, such as ${LOCAL_METRICS}`, EXIT.usage);
}

/** Returns the products that serve the store: the given ones, or that of the local stack. */
async function productsOf(
  { 'served-by': servedBy }: Options,
  { RELEASE_SERVED_BY }: Environment,
  store: ReleaseStore,
): Promise<Products> {
  const urls = servedBy ?? RELEASE_SERVED_BY?.split(',');
  const wrong = urls?.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong !== undefined)
    throw new CommandError(
      `${wrong} is not the address of a product, such as https://surveys.example`,
      EXIT.usage,
    );
  if (urls) return { urls, areRequired: true, withinMs: SERVE_WITHIN_MS };
  const local = isBucket(store.address) ? null : await store.readFile(ADDRESS_FILE);
  return { urls: local ? [local.toString()] : [], areRequired: false, withinMs: SERVE_WITHIN_MS };
}

/** Throws CommandError if a setting of the release command or of its service still has a placeholder. */
function refusePlaceholders(environment: Environment): void {
  const settings = Object.keys(environment).filter((name) => /^(RELEASE|S3|API|PUBLIC)_/.test(name));
  const problems = placeholderProblems(environment, settings);
  if (problems.length > 0) throw new CommandError(problems.join('\n'), EXIT.usage);
}

/** @param key the signing key, if one is known: without a file of keys, its public half is trusted for all releases */
async function readContext(
  key: ReleaseKey | undefined,
  options: Options,
  environment: Environment,
  notice: (line: string) => void,
): Promise<ReadContext> {
  refusePlaceholders(environment);
  const keys = keysForAll((environment['RELEASE_PUBLIC_KEYS'] ?? '').split(',').filter(Boolean));
  const given = options.keys ?? environment['RELEASE_KEYS_FILE'];
  const { keys: local } = localPlaces(environment);
  if (given !== undefined) keys.push(...readKeysFile(path.resolve(environment['INIT_CWD'] ?? '.', given)));
  else if (isLocal(options, environment) && existsSync(local)) keys.push(...readKeysFile(local));
  else if (key) keys.push(...keysForAll([key.publicKey]));
  if (keys.length === 0)
    throw missingKey(
      options,
      environment,
      'The public key of the releases is required: set RELEASE_PUBLIC_KEYS to the value that the gateway has, or name the signing key with --key',
    );
  const store = await openGivenStore(options, environment);
  const products = await productsOf(options, environment, store);
  return { store, keys, products, notice };
}

/**
 * Opens the store for commands that only read it. They require no private key: the public keys of the deployment suffice.
 *
 * @throws CommandError if the store or a named key is unusable, or no key is known
 */
export async function openReadContext(
  options: Options,
  environment: Environment,
  notice: (line: string) => void,
): Promise<ReadContext> {
  return readContext(findKey(options, environment), options, environment, notice);
}

/** Opens the store and the signing key from the options and the environment. Throws CommandError if one is unusable. */
export async function openContext(
  options: Options,
  environment: Environment,
  notice: (line: string) => void,
): Promise<ReleaseContext> {
  const key = findKey(options, environment);
  if (!key)
    throw missingKey(
      options,
      environment,
      `A signing key is required: name the key with --key, or create one with ${RELEASE_COMMAND} keygen <file>`,
    );
  return {
    ...(await readContext(key, options, environment, notice)),
    key,
    dryRun: options['dry-run'],
    forceReload: options['force-reload'],
    by: options.by ?? os.userInfo().username,
    why: options.why,
  };
}
