import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedDocument, parseRegistry, type Registry } from '@dps/shared-contracts';
import { messageOf, systemCodeOf } from '../failure.ts';
import { REGISTRY_FILE } from './layout.ts';

/** The registry as it stands in the store, or why it cannot be used. */
export type RegistryReading = { registry: Registry } | { problem: string };

function read(file: string): RegistryReading {
  try {
    return { registry: parseRegistry(readFileSync(file, 'utf8')) };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return { problem: 'it is missing' };
    if (error instanceof DamagedDocument) return { problem: error.message };
    return { problem: messageOf(error) };
  }
}

/**
 * Reads `registry.json` again whenever the file has changed, and only then.
 *
 * @param store the store's folder
 * @param onProblem told once for each file content that cannot be used
 */
export function registryReader(store: string, onProblem: (problem: string) => void): () => RegistryReading {
  const file = join(store, REGISTRY_FILE);
  let seen = '';
  let reading: RegistryReading | undefined;
  return () => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const mark = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : 'missing';
    if (reading && mark === seen) return reading;
    seen = mark;
    reading = read(file);
    if ('problem' in reading) onProblem(`${file} cannot be used: ${reading.problem}`);
    return reading;
  };
}
