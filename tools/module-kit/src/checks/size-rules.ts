import type { ModuleRelease, ShellRelease } from '@dps/contract';
import { budgetOf, budgetProblems, type StatedBudget } from '../policy/size-budget.ts';
import { exceededLimits, firstScripts, kib, releaseSizes } from '../release/release-sizes.ts';
import type { Violation } from './violation.ts';

export interface CheckedSizes {
  release: ModuleRelease | ShellRelease;
  /** The budget in the module's `module.json`. */
  stated: StatedBudget | undefined;
  /** Size of each script in bytes, compressed with brotli. */
  bytesOf: ReadonlyMap<string, number>;
  /** Returns the source size of some files in bytes, by package. */
  sourcesOf: (files: ReadonlySet<string>) => ReadonlyMap<string, number>;
}

/** Number of files and packages that a message lists. */
const LISTED = 3;

function largest(sizes: ReadonlyMap<string, number>): string {
  const sorted = [...sizes].toSorted(([, one], [, other]) => other - one).slice(0, LISTED);
  return sorted.map(([name, bytes]) => `${name} ${kib(bytes)}`).join(', ');
}

/** Returns the violations of the size budget, each with the largest files and packages. */
export function sizeRules({ release, stated = {}, bytesOf, sourcesOf }: CheckedSizes): Violation[] {
  const first = firstScripts(release);
  const excess = exceededLimits(releaseSizes(release, bytesOf), budgetOf(release, stated));
  const tooLarge = excess.map(({ screen, problem }) => {
    const files = first[screen] ?? [];
    const bytes = new Map(files.map((file) => [file, bytesOf.get(file) ?? 0]));
    const remedy = 'Load code that the first paint does not need with an import().';
    const advice = `${remedy} Largest files: ${largest(bytes)}. Largest packages (source size): ${largest(sourcesOf(new Set(files)))}.`;
    return { rule: 'size-budget', problem, advice };
  });
  const advice = 'A module may state a smaller budget than the platform, not a larger one.';
  return [
    ...budgetProblems(stated).map((problem) => ({ rule: 'size-budget', problem, advice })),
    ...tooLarge,
  ];
}
