import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrontendPackage } from '../package-context.ts';
import type { ContractUse } from './contract-file.ts';
import { sourceUse } from './source-use.ts';

const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/**
 * Returns a package's use of the contract. For the shell, which provides the contract, it is empty.
 *
 * @param sources the package's own sources in the build, relative to the package
 */
export function contractUse(pkg: FrontendPackage, sources: readonly string[]): ContractUse {
  if (pkg.role === 'shell') return { imports: {}, shows: [], provides: [] };
  const uses = [...new Set(sources)].map((file) => sourceUse(readFileSync(path.join(pkg.dir, file), 'utf8')));
  const imports = uses.flatMap((use) => use.imports);
  const entries = sorted(imports.map(({ entry }) => entry));
  return {
    imports: Object.fromEntries(
      entries.map((entry) => [
        entry,
        sorted(imports.filter((each) => each.entry === entry).map(({ name }) => name)),
      ]),
    ),
    shows: sorted(uses.flatMap(({ shows }) => shows)),
    provides: sorted(pkg.manifest.widgets.map(({ name }) => name)),
  };
}
