import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrontendPackage } from '../package-context.ts';
import type { ContractFile } from './contract-file.ts';
import { sourceUse } from './source-use.ts';
import { readWidgetProps } from './widget-props.ts';

const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/**
 * Returns a package's use of the contract, with the props of widgets that it declares or copies. For the shell, which provides
 * the contract, it is empty.
 *
 * @param sources the package's own sources in the build, relative to the package
 * @throws BuildFailure if a file with the props of widgets is wrong
 */
export function contractUse(
  pkg: FrontendPackage,
  sources: readonly string[],
): Pick<ContractFile, 'use' | 'widgets'> {
  if (pkg.role === 'shell') return { use: { imports: {}, shows: [], provides: [] } };
  const { widgets, declared } = readWidgetProps(pkg);
  const uses = [...new Set(sources)].map((file) => sourceUse(readFileSync(path.join(pkg.dir, file), 'utf8')));
  const imports = uses.flatMap((use) => use.imports);
  const entries = sorted(imports.map(({ entry }) => entry));
  const use = {
    imports: Object.fromEntries(
      entries.map((entry) => [
        entry,
        sorted(imports.filter((each) => each.entry === entry).map(({ name }) => name)),
      ]),
    ),
    shows: sorted(uses.flatMap(({ shows }) => shows)),
    provides: sorted(pkg.manifest.widgets.map(({ name }) => name)),
  };
  return declared.length === 0 ? { use } : { use: { ...use, declared: sorted(declared) }, widgets };
}
