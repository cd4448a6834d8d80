import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedDocument, isSigned, parseRegistry, type Registry } from '@dps/shared-contracts';
import { messageOf } from '@dps/release-store/refusal';
import { REGISTRY_FILE } from '@dps/release-store/release-store';

/** The registry as it stands in the store, or why it cannot be used. */
export type RegistryReading = { registry: Registry } | { problem: string };

async function read(file: string, publicKeys: readonly string[]): Promise<RegistryReading> {
  try {
    const registry = parseRegistry(await readFile(file, 'utf8'));
    if (await isSigned(registry, publicKeys)) return { registry };
    return {
      problem: registry.signature
        ? 'nobody that is trusted here has signed it as it stands'
        : 'it is not signed',
    };
  } catch (error) {
    if (!existsSync(file)) return { problem: 'it is missing' };
    if (error instanceof DamagedDocument) return { problem: error.message };
    return { problem: messageOf(error) };
  }
}

export interface RegistrySource {
  /** The store's folder. */
  store: string;
  /** Public keys, one of which has to vouch for the registry. */
  publicKeys: readonly string[];
  /** Told once for each file content that cannot be used. */
  onProblem: (problem: string) => void;
}

/** Reads `registry.json` again whenever the file has changed, and only then. */
export function registryReader({
  store,
  publicKeys,
  onProblem,
}: RegistrySource): () => Promise<RegistryReading> {
  const file = join(store, REGISTRY_FILE);
  let seen = '';
  let reading: Promise<RegistryReading> | undefined;
  const readAndTell = async () => {
    const result = await read(file, publicKeys);
    if ('problem' in result) onProblem(`${file} cannot be used: ${result.problem}`);
    return result;
  };
  return () => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const mark = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : 'missing';
    if (reading && mark === seen) return reading;
    seen = mark;
    reading = readAndTell();
    return reading;
  };
}
