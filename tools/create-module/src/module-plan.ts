import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isReservedPath, MODULE_NAME, moduleManifest } from '@dps/contract';
import { number, object, string } from 'yup';

/** Reports to the developer why the tool creates no module. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The values that the files of a new module contain. */
export interface ModulePlan {
  /** `weather-alerts` */
  name: string;
  /** `Weather Alerts` */
  title: string;
  /** `WeatherAlertsPage` */
  page: string;
  /** The path of its page: `/weather-alerts` */
  route: string;
  /** Position in the navigation, after all existing items. */
  order: number;
  /** The range of compatible contract versions. */
  contract: string;
  /** Folder of the module, relative to the folder in which it is created. */
  folder: string;
  /** Name of its package on npm. */
  packageName: string;
  /** Whether the module is a package of the product's workspace, and not a repository of its own. */
  isInWorkspace: boolean;
  /** Versions or files of its packages, by name: `file:packages/dps-ui-1.1.0.tgz`. */
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const contractPackage = object({
  version: string().required(),
  dependencies: object({ react: string() }).required(),
  peerDependencies: object({ react: string() }),
});
/** Version of the tools for modules. */
const TOOLS_VERSION = '1.0.0';
/** Behind the items of the product's modules. The team chooses the final position. */
const ORDER_ALONE = 100;
const numbered = object({ order: number().required() });

const readJson = (...parts: string[]): unknown => JSON.parse(readFileSync(path.join(...parts), 'utf8'));

function manifestsOf(workspace: string) {
  return readdirSync(workspace)
    .filter((folder) => existsSync(path.join(workspace, folder, 'module.json')))
    .map((folder) => moduleManifest.validateSync(readJson(workspace, folder, 'module.json')));
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const contractIn = (...folder: string[]) =>
  contractPackage.validateSync(readJson(path.join(...folder), 'package.json'));

function refuseName(name: string): void {
  if (!MODULE_NAME.test(name) || name === 'shell')
    throw new CommandError(
      `${name} is not a valid module name. Use lower-case letters, digits and hyphens, for example flight-weather.`,
    );
  if (isReservedPath(`/${name}`))
    throw new CommandError(`The gateway uses the path /${name} itself. Choose another name for the module.`);
}

function refuseFolder(parent: string, folder: string): void {
  if (existsSync(path.join(parent, folder))) throw new CommandError(`The folder ${folder} already exists.`);
}

function namesOf(name: string) {
  const words = name.split('-').filter(Boolean).map(capitalised);
  return { name, title: words.join(' '), page: `${words.join('')}Page`, route: `/${name}` };
}

/** Returns the dependencies of a module at run time. The kit has the contract's version. */
function dependenciesOf({ version, dependencies, peerDependencies }: ReturnType<typeof contractIn>) {
  const react = dependencies.react ?? peerDependencies.react ?? '*';
  return { '@dps/contract': version, '@dps/ui': version, react };
}

/**
 * Derives the plan of a new module of the product's workspace from its name.
 *
 * @param workspace path of the workspace, whose modules must not have the same name or path
 * @param name name in the registry: lower-case letters, digits, hyphens
 * @throws CommandError if the name is invalid, or the name or its path is taken or reserved
 */
export function planModule(workspace: string, name: string): ModulePlan {
  const folder = `mfe-${name}`;
  refuseName(name);
  refuseFolder(workspace, folder);
  const manifests = manifestsOf(workspace);
  const owner = manifests.find(({ routes }) => routes.some((each) => each.path === `/${name}`));
  if (owner)
    throw new CommandError(`The module ${owner.name} already has the path /${name}. Choose another name.`);
  const orders = manifests.flatMap(({ navigation }) =>
    navigation.map((item) => numbered.validateSync(item).order),
  );
  const contract = contractIn(workspace, 'shared-contracts');
  return {
    ...namesOf(name),
    order: Math.max(0, ...orders) + 10,
    contract: `^${contract.version}`,
    folder,
    packageName: `@dps/mfe-${name}`,
    isInWorkspace: true,
    dependencies: dependenciesOf(contract),
    devDependencies: { '@dps/module-kit': TOOLS_VERSION },
  };
}

/** Folder of the packed packages in a repository of its own. */
export const PACKAGES = 'packages';

/** Returns the files of the packed packages in a folder, by name: `dps-ui-1.1.0.tgz` of `@dps/ui`. */
export function tarballsIn(folder: string): Record<string, string> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const names = files.flatMap((file) => {
    const name = /^dps-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(file)?.[1];
    return name && name !== 'create-module' ? [[`@dps/${name}`, file]] : [];
  });
  if (names.length === 0)
    throw new CommandError(`${folder} has no packages. npm run pack of the product writes them.`);
  return Object.fromEntries(names);
}

/**
 * Derives the plan of a new module in a repository of its own.
 *
 * @param parent path of the folder in which the module's folder is created
 * @param name name in the registry: lower-case letters, digits, hyphens
 * @param tarballs absolute path of a folder with packed packages; undefined if npm finds the packages in its registry
 * @throws CommandError if the name is invalid or reserved, or the folder exists, or there are no packed packages
 */
export function planAlone(parent: string, name: string, tarballs: string | undefined): ModulePlan {
  refuseName(name);
  refuseFolder(parent, name);
  const contract = contractIn(fileURLToPath(new URL('..', import.meta.resolve('@dps/contract'))));
  const given =
    tarballs === undefined
      ? undefined
      : Object.entries(tarballsIn(tarballs)).map(
          ([each, file]) => [each, `file:${PACKAGES}/${file}`] as const,
        );
  const dependencies = { ...dependenciesOf(contract), 'react-dom': dependenciesOf(contract).react };
  const isDependency = (each: string) => each in dependencies;
  return {
    ...namesOf(name),
    order: ORDER_ALONE,
    contract: `^${contract.version}`,
    folder: name,
    packageName: name,
    isInWorkspace: false,
    dependencies: {
      ...dependencies,
      ...Object.fromEntries((given ?? []).filter(([each]) => isDependency(each))),
    },
    devDependencies: given
      ? Object.fromEntries(given.filter(([each]) => !isDependency(each)))
      : { '@dps/module-kit': TOOLS_VERSION, '@dps/release': TOOLS_VERSION },
  };
}
