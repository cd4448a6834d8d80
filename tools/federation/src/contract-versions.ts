import { readFileSync } from 'node:fs';
import { object, string } from 'yup';
import { CONTRACT, type ContractVersions } from './policy/shared-policy.ts';

const contractPackage = object({ version: string().required(), dependencies: object().required() });

/** Where the sources of the contract are. */
export const contractSources = new URL('.', import.meta.resolve(CONTRACT));

/** Reads the version of the contract that is installed, and of the libraries that it is made with. */
export function contractVersions(): ContractVersions {
  const file = new URL('../package.json', contractSources);
  const { version, dependencies } = contractPackage.validateSync(JSON.parse(readFileSync(file, 'utf8')));
  const libraries = Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [name, string().required().validateSync(range)]),
  );
  return { contract: version, libraries };
}
