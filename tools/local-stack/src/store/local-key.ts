import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { newKey, readKey, type ReleaseKey } from '@dps/release-store/release-key';

/**
 * The key with which this machine signs its own registry; made when missing, and only its owner can read it.
 *
 * @param file a PEM file of the data directory
 */
export function localReleaseKey(file: string): ReleaseKey {
  if (existsSync(file)) return readKey(readFileSync(file, 'utf8'));
  const { key, pem } = newKey();
  writeFileSync(file, pem, { mode: 0o600 });
  return key;
}
