import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isReservedPath, MODULE_NAME, moduleManifest } from '@dps/contract';
import { number, object, string } from 'yup';

/** Reports to the developer why the tool creates no module. */
export class Refusal extends Error {
  override name = 'Refusal';
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
  /** Versions of the packages that every module needs. */
  versions: { contract: string; react: string };
}

const contractPackage = object({
  version: string().required(),
  dependencies: object({ react: string().required() }).required(),
});
const numbered = object({ order: number().required() });

const readJson = (...parts: string[]): unknown => JSON.parse(readFileSync(path.join(...parts), 'utf8'));

function manifestsOf(workspace: string) {
  return readdirSync(workspace)
    .filter((folder) => existsSync(path.join(workspace, folder, 'module.json')))
    .map((folder) => moduleManifest.validateSync(readJson(workspace, folder, 'module.json')));
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Derives the plan of a new module from its name.
 *
 * @param workspace path of the workspace, whose modules must not have the same name or path
 * @param name name in the registry: lower-case letters, digits, hyphens
 * @throws Refusal if the name is invalid, or the name or its path is taken or reserved
 */
export function planModule(workspace: string, name: string): ModulePlan {
  if (!MODULE_NAME.test(name) || name === 'shell')
    throw new Refusal(
      `${name} is not a valid module name. Use lower-case letters, digits and hyphens, for example flight-weather.`,
    );
  if (existsSync(path.join(workspace, `mfe-${name}`)))
    throw new Refusal(`The folder mfe-${name} already exists.`);
  const manifests = manifestsOf(workspace);
  const route = `/${name}`;
  if (isReservedPath(route))
    throw new Refusal(`The gateway uses the path ${route} itself. Choose another name for the module.`);
  const owner = manifests.find(({ routes }) => routes.some((each) => each.path === route));
  if (owner)
    throw new Refusal(`The module ${owner.name} already has the path ${route}. Choose another name.`);
  const orders = manifests.flatMap(({ navigation }) =>
    navigation.map((item) => numbered.validateSync(item).order),
  );
  const words = name.split('-').filter(Boolean).map(capitalised);
  const contract = contractPackage.validateSync(readJson(workspace, 'shared-contracts', 'package.json'));
  return {
    name,
    title: words.join(' '),
    page: `${words.join('')}Page`,
    route,
    order: Math.max(0, ...orders) + 10,
    contract: `^${contract.version}`,
    versions: { contract: contract.version, react: contract.dependencies.react },
  };
}
