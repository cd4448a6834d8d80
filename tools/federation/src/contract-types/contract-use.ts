import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrontendPackage } from '../package-context.ts';
import type { ContractUse } from './contract-file.ts';
import { sourceUse } from './source-use.ts';

const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/**
 * What a package does with its contract; the shell brings the contract and uses none of another.
 *
 * @param sources its own sources that are in the build, below the package
 */
export function contractUse(pkg: FrontendPackage, sources: readonly string[]): ContractUse {
  if (pkg.role === 'shell') return { imports: {}, shows: [], provides: [] };
  const uses = [...new Set(sources)].map((file) => sourceUse(readFileSync(path.join(pkg.dir, file), 'utf8')));
  const taken = uses.flatMap((use) => use.imports);
  const entries = sorted(taken.map(({ entry }) => entry));
  return {
    imports: Object.fromEntries(
      entries.map((entry) => [
        entry,
        sorted(taken.filter((each) => each.entry === entry).map(({ name }) => name)),
      ]),
    ),
    shows: sorted(uses.flatMap(({ shows }) => shows)),
    provides: sorted(pkg.manifest.widgets.map(({ name }) => name)),
  };
}
