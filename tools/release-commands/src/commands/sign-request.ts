import { EXIT, messageOf, Refusal } from '@dps/release-store/refusal';
import type { ReleaseContext } from '../registry/change-registry.ts';
import { readServedRegistry } from '../registry/served-registry.ts';
import { signRollback, type SignedRollback } from '../registry/signed-rollback.ts';

/**
 * Signs a rollback for the page `/releases`. Reads the registry of the product, so it needs no access to the store.
 *
 * @param version defaults to the last good release
 * @throws Refusal if the product is not known or serves no registry, or the key may not sign the rollback
 */
export async function signRequest(
  { key, keys, products }: ReleaseContext,
  name: string,
  version: string | undefined,
): Promise<{ request: SignedRollback; summary: string }> {
  const [url] = products.urls;
  if (url === undefined)
    throw new Refusal(
      'Name the product whose release is rolled back: --served-by https://surveys.example',
      EXIT.usage,
    );
  const registry = await readServedRegistry(url).catch((error: unknown) => {
    throw new Refusal(`The registry of ${url} cannot be read: ${messageOf(error)}`, EXIT.unavailable);
  });
  const request = signRollback(registry, { name, to: version }, { key, keys });
  return {
    request,
    summary: `Signed with key ${key.id}: a rollback of ${name} to ${request.to} at ${url}. It is valid until ${name} changes. Paste the next line into the page ${new URL('/releases', url).href}`,
  };
}
