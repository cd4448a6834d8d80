import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../failure.ts';
import { lastLines, runToEnd } from '../process/run-to-end.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export const SUPERUSER = 'postgres';

/** Paths of the parts of a data directory. */
export interface Layout {
  root: string;
  cluster: string;
  password: string;
  log: string;
}

export function layoutOf(dataDir: string): Layout {
  return {
    root: dataDir,
    cluster: join(dataDir, 'cluster'),
    password: join(dataDir, 'password'),
    log: join(dataDir, 'postgres.log'),
  };
}

/**
 * Returns the data directory argument of PostgreSQL's programs. Another account may lack access to the path (a project
 * below /root), so its programs start inside the directory and use its path in /proc.
 */
export function clusterArgument(cluster: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** Excludes inherited variables such as PGPORT and PGDATA, which would change the programs' behaviour. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

export interface ClusterOptions {
  binaries: Binaries;
  account: Account | undefined;
  /** False if a crash of the machine may lose the data. */
  sync: boolean;
  signal?: AbortSignal | undefined;
}

async function initialise(layout: Layout, options: ClusterOptions): Promise<void> {
  const { binaries, account, sync, signal } = options;
  const draft = `${layout.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(layout.password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  chmodSync(layout.password, 0o600);
  if (account) {
    chmodSync(layout.root, 0o711);
    chownSync(draft, account.uid, account.gid);
    chownSync(layout.password, account.uid, account.gid);
  }
  const settings = [
    `--username=${SUPERUSER}`,
    '--pwfile=../password',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same sort order and case rules on every system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // The letters outside ASCII that a search finds by its index. Other systems do not have this locale.
    ...(process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : []),
    '--no-instructions',
    ...(sync ? [] : ['--no-sync']),
  ];
  const { ok, output } = await runToEnd(
    binaries.initdb,
    ['-D', clusterArgument(draft, account), ...settings],
    { cwd: draft, env: SERVER_ENVIRONMENT, account, signal },
  );
  if (!ok)
    throw new StartFailure(
      `PostgreSQL could not create its data directory ${layout.cluster}:\n${lastLines(output)}`,
    );
  if (account) chownSync(layout.password, 0, 0);
  renameSync(draft, layout.cluster);
}

/**
 * Creates the cluster if it is missing. Returns the password of its superuser.
 *
 * @throws StartFailure when it cannot be created, or has another PostgreSQL version
 */
export async function prepareCluster(layout: Layout, options: ClusterOptions): Promise<string> {
  if (!existsSync(layout.cluster)) await initialise(layout, options);
  const version = readFileSync(join(layout.cluster, 'PG_VERSION'), 'utf8').trim();
  const { majorVersion } = options.binaries;
  if (version !== majorVersion)
    throw new StartFailure(
      `The data in ${layout.root} has the format of PostgreSQL ${version}, and the installed version is ${majorVersion}. ` +
        'Delete it with "npm start -- --fresh", or choose another DATA_DIR.',
    );
  return readFileSync(layout.password, 'utf8').trim();
}
