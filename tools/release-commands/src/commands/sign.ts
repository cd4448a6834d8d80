import { entriesOf } from '@dps/release-store/entries';
import { KeyRing } from '@dps/release-store/key-ring';
import { Refusal } from '@dps/release-store/refusal';
import { emptyText } from '@dps/release-store/release-store';
import { changeRegistry, type ReleaseContext } from '../registry/change-registry.ts';

/**
 * Signs current entries with the caller's key, after a rotation or a revocation. Changes no release.
 *
 * @param name a module or the shell; undefined for all entries that the key may sign
 * @returns a one-line summary
 * @throws Refusal if there is none
 */
export async function signEntries(context: ReleaseContext, name: string | undefined): Promise<string> {
  const ring = new KeyRing(context.keys);
  const { summary } = await changeRegistry(context, (registry) => {
    if (!registry) throw new Refusal(emptyText(context.store));
    const names = entriesOf(registry).map((entry) => entry.name);
    const resign = names.filter((each) =>
      name === undefined ? ring.mayRelease(context.key.publicKey, each) : each === name,
    );
    if (resign.length === 0)
      throw new Refusal(
        name === undefined
          ? `The key ${context.key.id} may release no entry of the registry.`
          : `There is no module ${name}. The registry has ${names.join(', ')}.`,
      );
    return { registry, resign, summary: `sign ${resign.join(', ')}` };
  });
  return summary;
}
