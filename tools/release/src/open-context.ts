import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Options } from './arguments.ts';
import { EXIT, messageOf, Refusal } from '@dps/release-store/refusal';
import type { ReleaseContext } from './registry/change-registry.ts';
import { readKey, type ReleaseKey } from '@dps/release-store/release-key';
import { openStore } from '@dps/release-store/open-store';
import type { ReleaseStore } from '@dps/release-store/release-store';

/** The store that `npm start` runs from, and the key that it has made for it. */
const LOCAL_STORE = fileURLToPath(new URL('../../../.data/store', import.meta.url));
const LOCAL_KEY = fileURLToPath(new URL('../../../.data/release-key.pem', import.meta.url));

/** Variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

function storeOf(address: string, environment: Environment): Promise<ReleaseStore> {
  return openStore(address, {
    endpoint: environment['S3_ENDPOINT'],
    region: environment['S3_REGION'],
    pathStyle: environment['S3_PATH_STYLE'] === 'true',
    accessKeyId: environment['S3_ACCESS_KEY_ID'],
    secretAccessKey: environment['S3_SECRET_ACCESS_KEY'],
  });
}

function readKeyFile(file: string): ReleaseKey {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`The release key cannot be read: ${messageOf(error)}`, EXIT.unavailable);
  }
  return readKey(pem);
}

function openKey({ key, store }: Options, environment: Environment): ReleaseKey {
  const { RELEASE_KEY_FILE, RELEASE_PRIVATE_KEY, RELEASE_STORE } = environment;
  const file = key ?? RELEASE_KEY_FILE;
  if (file !== undefined) return readKeyFile(file);
  if (RELEASE_PRIVATE_KEY !== undefined) return readKey(RELEASE_PRIVATE_KEY);
  if (store === undefined && RELEASE_STORE === undefined && existsSync(LOCAL_KEY))
    return readKeyFile(LOCAL_KEY);
  throw new Refusal(
    'A registry is signed: name the key with --key, or make one with npm run release -- keygen <file>',
    EXIT.usage,
  );
}

/** Where an API says how browsers fare that was started with METRICS_PORT=9464 on this machine. */
const LOCAL_METRICS = 'http://127.0.0.1:9464/metrics';

/** The addresses of the API's metrics, one for each of its processes. Throws Refusal where one is no address. */
export function metricsAddresses({ metrics }: Options, { RELEASE_METRICS }: Environment): string[] {
  const given = metrics ?? (RELEASE_METRICS ?? LOCAL_METRICS).split(',');
  const wrong = given.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong === undefined) return given;
  throw new Refusal(`${wrong} is no address of metrics, such as ${LOCAL_METRICS}`, EXIT.usage);
}

/** Everything that a command works with, out of its options and the environment. Throws Refusal. */
export async function openContext(options: Options, environment: Environment): Promise<ReleaseContext> {
  return {
    store: await storeOf(options.store ?? environment['RELEASE_STORE'] ?? LOCAL_STORE, environment),
    key: openKey(options, environment),
    trusted: (environment['RELEASE_PUBLIC_KEYS'] ?? '').split(',').filter(Boolean),
    trustUnsigned: options.trustUnsigned,
    dryRun: options.dryRun,
    by: options.by ?? os.userInfo().username,
  };
}
