import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { publishLocally } from '@dps/release/publish-locally';
import { FolderStore } from '@dps/release/store/folder-store';
import { parseKeys, type TeamKey } from '@dps/release/store/key-ring';
import { CommandError } from '@dps/release/store/command-error';
import { newKey, readKey, type ReleaseKey } from '@dps/release/store/release-key';
import { messageOf, StartFailure } from '../failure.ts';
import type { dataLayout } from './data-layout.ts';
import { releasedPackages, WORKSPACE } from '../store/workspace-packages.ts';

/** Returns the local signing key. Creates its PEM file if it is missing. Only the owner can read the file. */
function localReleaseKey(file: string): ReleaseKey {
  if (existsSync(file)) return readKey(readFileSync(file, 'utf8'));
  const { key, pem } = newKey();
  writeFileSync(file, pem, { mode: 0o600 });
  return key;
}

/** Reads the keys of teams. Throws StartFailure if the file is damaged. */
function readKeys(file: string): TeamKey[] {
  try {
    return parseKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartFailure(
      `${file} is not usable (${messageOf(error)}). Correct it, or remove it: the next start creates it again.`,
    );
  }
}

/**
 * Returns the keys of the local product. A start adds the local key for all releases to their file if it is missing;
 * developers add the keys of teams.
 */
function localKeys(file: string, { publicKey }: ReleaseKey): TeamKey[] {
  const known = existsSync(file) ? readKeys(file) : [];
  if (known.some((each) => each.publicKey === publicKey)) return known;
  const keys = [...known, { name: 'npm start', publicKey, releases: ['*'] }];
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}

/** A folder of releases, with the keys that may sign its registry. */
export interface StoredReleases {
  store: string;
  keys: readonly TeamKey[];
}

/**
 * Publishes the builds of the workspace to the local store. Runs no release gates.
 *
 * @param warn receives a message if the registry was damaged, and for each build that is not active
 * @param omitted folders of packages that are not published
 * @throws StartFailure if a package has no complete build
 */
export async function publishWorkspace(
  layout: ReturnType<typeof dataLayout>,
  warn: (line: string) => void,
  omitted: readonly string[] = [],
): Promise<StoredReleases> {
  const key = localReleaseKey(layout.releaseKey);
  const keys = localKeys(layout.keys, key);
  const local = { store: new FolderStore(layout.store), key, keys, by: 'npm start' };
  const packages = releasedPackages(WORKSPACE).filter((folder) => !omitted.includes(basename(folder)));
  const problem = await publishLocally(local, packages, warn).catch((error: unknown) => {
    throw error instanceof CommandError ? new StartFailure(error.message) : error;
  });
  if (problem !== undefined)
    warn(`registry.json in ${layout.store} was damaged (${problem}) and is repaired.`);
  return { store: layout.store, keys };
}
