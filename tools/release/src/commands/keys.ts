import { writeFileSync } from 'node:fs';
import { messageOf, CommandError, EXIT } from '../store/command-error.ts';
import { newKey } from '../store/release-key.ts';
import { entriesOf } from '../store/entries.ts';
import { KeyRing } from '../store/key-ring.ts';
import { emptyText } from '../store/release-store.ts';
import { changeRegistry, type ReleaseContext } from '../registry/change-registry.ts';
import { readServedRegistry } from '../registry/served-registry.ts';
import { signRollback, type SignedRollback } from '../registry/signed-rollback.ts';

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
    throw new CommandError(`${file} was not written: ${messageOf(error)}`);
  }
  return key.publicKey;
}

/**
 * Signs current entries with the caller's key, after a rotation or a revocation. Changes no release.
 *
 * @param name a module or the shell; undefined for all entries that the key may sign
 * @returns a one-line summary
 * @throws CommandError if there is none
 */
export async function signEntries(context: ReleaseContext, name: string | undefined): Promise<string> {
  const ring = new KeyRing(context.keys);
  const { summary } = await changeRegistry(context, (registry) => {
    if (!registry) throw new CommandError(emptyText(context.store));
    const names = entriesOf(registry).map((entry) => entry.name);
    const resign = names.filter((each) =>
      name === undefined ? ring.mayRelease(context.key.publicKey, each) : each === name,
    );
    if (resign.length === 0)
      throw new CommandError(
        name === undefined
          ? `The key ${context.key.id} may release no entry of the registry.`
          : `There is no module ${name}. The registry has ${names.join(', ')}.`,
      );
    return { registry, resign, summary: `sign ${resign.join(', ')}` };
  });
  return summary;
}

/**
 * Signs a rollback for the page `/releases`. Reads the registry of the product, so it does not need access to the store.
 *
 * @param version defaults to the last good release
 * @throws CommandError if the product is not known or serves no registry, or the key may not sign the rollback
 */
export async function signRequest(
  { key, keys, products }: ReleaseContext,
  name: string,
  version: string | undefined,
): Promise<{ request: SignedRollback; summary: string }> {
  const [url] = products.urls;
  if (url === undefined)
    throw new CommandError(
      'Name the product whose release is rolled back: --served-by https://surveys.example',
      EXIT.usage,
    );
  const registry = await readServedRegistry(url).catch((error: unknown) => {
    throw new CommandError(`The registry of ${url} cannot be read: ${messageOf(error)}`, EXIT.unavailable);
  });
  const request = signRollback(registry, { name, to: version }, { key, keys });
  return {
    request,
    summary: `Signed with key ${key.id}: a rollback of ${name} to ${request.to} at ${url}. It is valid until ${name} changes. Paste the next line into the page ${new URL('/releases', url).href}`,
  };
}
