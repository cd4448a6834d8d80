import { compareWidgets } from '@dps/module-kit/compare-contracts';
import type { ModuleRelease } from '@dps/contract';
import type { ContractSide } from './contract-sides.ts';

type Side = ContractSide<ModuleRelease>;

/** Two module releases that can run in one page: one shows widgets, and the other may provide them. */
export interface WidgetPair {
  host: Side;
  owner: Side;
}

/** Returns all pairs of releases of different modules. */
export const widgetPairsOf = (hosts: readonly Side[], owners: readonly Side[]): WidgetPair[] =>
  hosts.flatMap((host) => owners.filter(({ name }) => name !== host.name).map((owner) => ({ host, owner })));

export const titleOfWidgets = ({ host, owner }: WidgetPair): string => `${owner.title} in ${host.title}`;

/** Returns the advice for a module that shows a widget. */
export const forHost = ({ owner }: WidgetPair): string =>
  `Copy its props again with the command "widgets ${owner.name}", or promote the release of ${owner.name} that has them first.`;

/** Returns the advice for a module that provides a widget. */
export const forOwner = ({ host }: WidgetPair): string =>
  `Keep the old props next to the new ones until no page runs ${host.title} any more.`;

/** Reads the contract file of each release once. */
function contractReader() {
  const known = new Map<string, ReturnType<Side['read']>>();
  return ({ title, read }: Side) => {
    const reading = known.get(title) ?? read();
    known.set(title, reading);
    return reading;
  };
}

/**
 * Compares the props of widgets that their owners declare: what a module passes, and what the owner accepts. The contract gate
 * compares the widgets of the contract.
 *
 * @param advice returns the solution in one sentence
 * @returns one sentence for each mismatch
 */
export async function widgetMismatches(
  pairs: readonly WidgetPair[],
  advice: (pair: WidgetPair) => string,
): Promise<string[]> {
  const contractOf = contractReader();
  const found: string[] = [];
  for (const pair of pairs) {
    const { host, owner } = pair;
    const had = await contractOf(host);
    const shown = (had?.use.declared ?? []).filter(
      (name) => name.startsWith(`${owner.name}.`) && had?.use.shows.includes(name),
    );
    // Most modules show no such widget, and need no contract of the other one.
    const has = shown.length > 0 ? await contractOf(owner) : null;
    if (!had || !has) continue;
    const breaks = await compareWidgets(had, has, owner.name, shown);
    found.push(
      ...breaks.map((each) => `${host.title} shows widgets of ${owner.title}: ${each} ${advice(pair)}`),
    );
  }
  return found;
}
