import { writeFileSync } from 'node:fs';
import { messageOf, Refusal } from '@dps/release-store/refusal';
import { newKey } from '@dps/release-store/release-key';

/**
 * Creates a signing key in a file that only its owner can read.
 *
 * @param file path of the private half; an existing file is never overwritten
 * @returns the public half, for the settings of the deployment and of colleagues
 */
export function keygen(file: string): string {
  const { key, pem } = newKey();
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new Refusal(`${file} was not written: ${messageOf(error)}`);
  }
  return key.publicKey;
}
