import type { Registry } from '@dps/shared-contracts';
import { Refusal } from '@dps/release-store/refusal';
import type { ReleaseContext } from '../registry/change-registry.ts';
import { refuseNewMisfits } from '../registry/contract-range.ts';
import { forModule, forShell } from './contract-gate.ts';
import { pairsOf, runningModules, runningShells, type Pair } from './contract-sides.ts';
import { typeMisfits } from './contract-types.ts';

const titleOf = ({ module, shell }: Pair): string => `${module.title} in ${shell.title}`;

/**
 * Refuses a change that would let a page run a module in a shell whose contract is not the one that it needs: by its
 * range, and by the types of what it uses. Pairs that pages run already are not judged again.
 *
 * @throws Refusal with all that does not fit
 */
export async function refuseUnfit(
  { store }: ReleaseContext,
  before: Registry,
  after: Registry,
): Promise<Registry> {
  refuseNewMisfits(before, after);
  const running = (registry: Registry) =>
    pairsOf(runningModules(store, registry), runningShells(store, registry));
  const known = new Set(running(before).map(titleOf));
  const pairs = running(after).filter((pair) => !known.has(titleOf(pair)));
  const isShell = before.shell.version !== after.shell.version;
  const found = await typeMisfits(pairs, isShell ? forShell : forModule);
  if (found.length > 0) throw new Refusal(`${found.join('\n')}\nNothing was changed.`);
  return after;
}
