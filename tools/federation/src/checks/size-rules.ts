import type { ModuleRelease, ShellRelease } from '@dps/shared-contracts';
import { budgetOf, statedTooMuch, type StatedBudget } from '../policy/size-budget.ts';
import { excessOf, firstScripts, kib, releaseSizes, scriptsOf } from '../release/release-sizes.ts';
import type { Violation } from './violation.ts';

export interface CheckedSizes {
  release: ModuleRelease | ShellRelease;
  /** What the module states in its `module.json`. */
  stated: StatedBudget | undefined;
  /** Bytes of each script, compressed with brotli. */
  bytesOf: ReadonlyMap<string, number>;
  /** Bytes of source behind some files, by package. */
  sourcesOf: (files: ReadonlySet<string>) => ReadonlyMap<string, number>;
}

/** How many files and packages a message names. */
const NAMED = 3;

function largest(sizes: ReadonlyMap<string, number>): string {
  const sorted = [...sizes].toSorted(([, one], [, other]) => other - one).slice(0, NAMED);
  return sorted.map(([name, bytes]) => `${name} ${kib(bytes)}`).join(', ');
}

/** What of a release is larger than its budget, each with the files and packages that take the most. */
export function sizeRules({ release, stated = {}, bytesOf, sourcesOf }: CheckedSizes): Violation[] {
  const first = firstScripts(release);
  const excess = excessOf(releaseSizes(release, bytesOf), budgetOf(release, stated));
  const tooLarge = excess.map(({ screen, problem }) => {
    const files = screen === undefined ? scriptsOf(release) : (first[screen] ?? []);
    const bytes = new Map(files.map((file) => [file, bytesOf.get(file) ?? 0]));
    const remedy =
      screen === undefined
        ? 'Leave out what nobody would miss.'
        : 'Put what can come after the first paint behind an import().';
    const advice = `${remedy} Largest files: ${largest(bytes)}. Largest packages, as source: ${largest(sourcesOf(new Set(files)))}.`;
    return { rule: 'size-budget', problem, advice };
  });
  const advice = 'A module may ask for less than the platform allows, not for more.';
  return [...statedTooMuch(stated).map((problem) => ({ rule: 'size-budget', problem, advice })), ...tooLarge];
}
