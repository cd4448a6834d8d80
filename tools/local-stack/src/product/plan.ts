import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../ports.ts';
import { removeAtEnd } from '../process/watchdog.ts';
import { dataLayout } from './data-layout.ts';
import type { Database } from './database.ts';
import type { Mail } from './mail.ts';
import type { Payments } from './payments.ts';
import type { ProductOptions } from './product-options.ts';
import type { Startup } from './startup.ts';

/** Origins at which `npm run dev` serves modules, on any port. */
const LOCAL_DEV_SERVERS = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The options with their defaults. */
export interface Plan extends ProductOptions {
  dataDir: string;
  layout: ReturnType<typeof dataLayout>;
  port: number;
  apiPort: number;
  demoData: boolean;
  ephemeral: boolean;
  publicOrigin: string;
  /** True without a public origin. */
  isLocal: boolean;
  overrideOrigins: readonly string[];
  /** `http://127.0.0.1:4201` */
  api: string;
  via: NonNullable<ProductOptions['via']>;
  warn: (line: string) => void;
}

/** Returns the data directory. If none is given, creates a temporary one, which is removed when the product or this process ends. */
async function dataDirectory(startup: Startup, given: string | undefined): Promise<string> {
  if (given !== undefined) return resolve(given);
  const folder = mkdtempSync(join(tmpdir(), 'dps-product-'));
  const cancelRemoval = removeAtEnd(folder);
  const close = async () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    cancelRemoval();
  };
  await startup.part('Data directory', () => ({ close }));
  return folder;
}

/** Returns the options with their defaults. */
export async function planOf(startup: Startup, options: ProductOptions): Promise<Plan> {
  const { publicOrigin, parts } = options;
  const dataDir = await dataDirectory(startup, options.dataDir);
  const apiPort = options.apiPort ?? (await freePort());
  const port = parts === 'api' ? apiPort : (options.port ?? (await freePort()));
  const isLocal = publicOrigin === undefined;
  return {
    ...options,
    dataDir,
    ephemeral: options.ephemeral ?? options.dataDir === undefined,
    port,
    apiPort,
    layout: dataLayout(dataDir),
    demoData: options.demoData ?? true,
    isLocal,
    publicOrigin: publicOrigin ?? `http://localhost:${port}`,
    overrideOrigins: options.overrideOrigins ?? (isLocal ? LOCAL_DEV_SERVERS : []),
    api: `http://127.0.0.1:${apiPort}`,
    via: options.via ?? (async (_part, direct) => direct),
    warn: options.onWarning ?? (() => undefined),
  };
}

/** The parts that the API calls. */
export interface Services {
  database: Database;
  payments: Payments;
  mail: Mail;
}
