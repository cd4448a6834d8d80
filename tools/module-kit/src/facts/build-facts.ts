import path from 'node:path';
import webpack, { type Compilation, type Module } from 'webpack';
import { boolean, object, string } from 'yup';
import {
  CONSUME_SHARED,
  PROVIDE_SHARED,
  consumedName,
  providedName,
  type ConsumedPackage,
  packageOf,
} from '../webpack/shared-module.ts';

/** An import statement in the package's own sources. */
export interface SourceImport {
  /** Path relative to the package: `src/dashboard/DashboardPage.tsx`. */
  file: string;
  request: string;
}

/** The facts of a build that the rules need. */
export interface BuildFacts {
  consumed: ConsumedPackage[];
  /** Names of the packages that the build adds to the page's share scope. */
  provided: string[];
  /** Packages of node_modules whose code the build contains, each with the source that imports it. */
  bundled: { name: string; importedBy: string }[];
  imports: SourceImport[];
}

/** The federation plugin's options of a consuming module. */
const consumeOptions = object({
  requiredVersion: string().required(),
  singleton: boolean().required(),
  strictVersion: boolean().required(),
});

function consumedPackage(module: Module): ConsumedPackage {
  const options = consumeOptions.validateSync('options' in module ? module.options : undefined);
  const { requiredVersion, singleton, strictVersion } = options;
  const name = consumedName(module.identifier());
  return { name, requiredVersion, singleton, strictVersion, bundled: module.blocks.length > 0 };
}

/** Returns a module, or for a concatenated module the modules that it consists of. */
export function joinedModules(module: Module): Module[] {
  if (!('modules' in module) || !Array.isArray(module.modules)) return [module];
  return module.modules.filter((each) => each instanceof webpack.Module);
}

function requestsOf(module: Module): string[] {
  const dependencies = [...module.dependencies, ...module.blocks.flatMap((block) => block.dependencies)];
  return dependencies.flatMap((each) =>
    'request' in each && typeof each.request === 'string' ? each.request : [],
  );
}

function importerOf(compilation: Compilation, module: Module, dir: string): string {
  const own = packageOf(module.nameForCondition() ?? '');
  let issuer = compilation.moduleGraph.getIssuer(module);
  while (issuer && packageOf(issuer.nameForCondition() ?? '') === own) {
    issuer = compilation.moduleGraph.getIssuer(issuer);
  }
  const file = issuer?.nameForCondition();
  return file ? path.relative(dir, file) : 'the build';
}

/**
 * Extracts from a finished compilation the facts that the rules need.
 *
 * @param compilation a compilation without errors
 * @param dir absolute path of the package
 */
export function buildFacts(compilation: Compilation, dir: string): BuildFacts {
  const { chunkGraph, modules } = compilation;
  const used = [...modules]
    .filter((module) => chunkGraph.getNumberOfModuleChunks(module) > 0)
    .flatMap(joinedModules);
  const bundled = new Map<string, string>();
  const imports = new Map<string, SourceImport>();
  const sources = path.join(dir, 'src') + path.sep;
  for (const module of used) {
    const file = module.nameForCondition() ?? '';
    const name = packageOf(file);
    if (name !== undefined && !bundled.has(name)) bundled.set(name, importerOf(compilation, module, dir));
    if (!file.startsWith(sources)) continue;
    for (const request of requestsOf(module)) {
      const found = { file: path.relative(dir, file), request };
      imports.set(`${found.file} ${request}`, found);
    }
  }
  const ofType = (type: string) => used.filter((module) => module.type === type);
  return {
    consumed: ofType(CONSUME_SHARED).map(consumedPackage),
    provided: ofType(PROVIDE_SHARED).map((module) => providedName(module.identifier())),
    bundled: [...bundled].map(([name, importedBy]) => ({ name, importedBy })),
    imports: [...imports.values()],
  };
}
