import { changeRegistry, type ReleaseContext } from '../registry/change-registry.ts';
import { Refusal } from '@dps/release-store/refusal';

/**
 * Makes the last valid revision the current one again, under a new number, after a higher one was damaged.
 *
 * @returns a one-line summary
 * @throws Refusal if the current registry is valid, or no revision is
 */
export async function repair(context: ReleaseContext): Promise<string> {
  let problem: string | undefined;
  const onUnusable = (found: string): void => void (problem = found);
  const { summary } = await changeRegistry({ ...context, onUnusable }, (registry) => {
    if (!registry)
      throw new Refusal(`${context.store.address} has no valid revision. Restore its folder from a backup.`);
    if (problem === undefined) throw new Refusal('The registry is valid. There is nothing to repair.');
    return { registry, summary: `repair: revision ${registry.revision} again (${problem})` };
  });
  return summary;
}
