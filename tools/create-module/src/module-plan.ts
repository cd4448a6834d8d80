import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MODULE_NAME, moduleManifest } from '@dps/shared-contracts';
import { number, object, string } from 'yup';

/** Why no module was made, for the person at the terminal. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** Everything that the files of a new module say about it. */
export interface ModulePlan {
  /** `weather-alerts` */
  name: string;
  /** `Weather Alerts` */
  title: string;
  /** `WeatherAlertsPage` */
  page: string;
  /** The address of its page: `/weather-alerts` */
  route: string;
  /** Where it stands in the navigation: after all that are there. */
  order: number;
  /** The range of contract versions that it works with. */
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
 * Decides what a new module is called and where it is found.
 *
 * @param workspace the folder of the workspace, whose modules it must not get in the way of
 * @param name what the registry will call it: small letters, digits, hyphens
 * @throws Refusal where the name or its address is taken, or cannot be one
 */
export function planModule(workspace: string, name: string): ModulePlan {
  if (!MODULE_NAME.test(name) || name === 'shell')
    throw new Refusal(
      `${name} cannot be the name of a module. Use small letters, digits and hyphens: flight-weather`,
    );
  if (existsSync(path.join(workspace, `mfe-${name}`)))
    throw new Refusal(`There is a folder mfe-${name} already.`);
  const manifests = manifestsOf(workspace);
  const route = `/${name}`;
  const owner = manifests.find(({ routes }) => routes.some((each) => each.path === route));
  if (owner) throw new Refusal(`The module ${owner.name} answers ${route} already. Choose another name.`);
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
