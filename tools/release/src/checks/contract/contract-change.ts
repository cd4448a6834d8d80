import { shellsIn, type Registry } from '@dps/contract';
import { EarlyRefusal } from '../../store/refusal.ts';
import type { ReleaseContext } from '../../registry/change-registry.ts';
import { refuseNewMismatches } from '../../registry/contract-range.ts';
import { forModule, forShell } from './contract-gate.ts';
import { pairsOf, runningModules, runningShells, type Pair } from './contract-sides.ts';
import { typeMismatches } from './contract-types.ts';
import { forHost, forOwner, titleOfWidgets, widgetMismatches, widgetPairsOf } from './widget-types.ts';

const titleOf = ({ module, shell }: Pair): string => `${module.title} in ${shell.title}`;

/**
 * Rejects a change that would combine a module with an incompatible shell: by the version range, and by the types that the
 * module uses. Skips combinations that pages already run.
 *
 * @throws Refusal that lists all mismatches
 */
export async function refuseIncompatible(
  { store }: ReleaseContext,
  before: Registry,
  after: Registry,
): Promise<Registry> {
  refuseNewMismatches(before, after);
  const running = (registry: Registry) =>
    pairsOf(runningModules(store, registry), runningShells(store, registry));
  const known = new Set(running(before).map(titleOf));
  const pairs = running(after).filter((pair) => !known.has(titleOf(pair)));
  const versionsOf = (registry: Registry) => shellsIn(registry).map(({ version }) => version);
  const isShell = versionsOf(after).some((version) => !versionsOf(before).includes(version));
  const widgets = (registry: Registry) => {
    const modules = runningModules(store, registry);
    return widgetPairsOf(modules, modules);
  };
  const knownWidgets = new Set(widgets(before).map(titleOfWidgets));
  const newWidgets = widgets(after).filter((pair) => !knownWidgets.has(titleOfWidgets(pair)));
  const wasRunning = new Set(runningModules(store, before).map(({ title }) => title));
  const found = [
    ...(await typeMismatches(pairs, isShell ? forShell : forModule)),
    ...(await widgetMismatches(newWidgets, (pair) =>
      wasRunning.has(pair.host.title) ? forOwner(pair) : forHost(pair),
    )),
  ];
  if (found.length > 0) throw new EarlyRefusal(found.join('\n'));
  return after;
}
