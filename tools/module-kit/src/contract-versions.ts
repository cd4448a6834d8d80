import { readFileSync } from 'node:fs';
import { object, string } from 'yup';
import { BuildFailure } from './build-failure.ts';
import { CONTRACT, KIT, type ContractVersions } from './policy/shared-policy.ts';

/** URL of the folder with the contract's sources. */
export const contractSources = new URL('.', import.meta.resolve(CONTRACT));
/** URL of the folder with the kit's sources. */
export const kitSources = new URL('.', import.meta.resolve(KIT));

const packageJson = object({
  version: string().required(),
  exports: object().required(),
  dependencies: object().required(),
});

function textsOf(given: object): Record<string, string> {
  const texts = Object.entries(given).map(([key, text]) => [key, string().required().validateSync(text)]);
  return Object.fromEntries(texts);
}

/** Reads the package.json next to `sources`. */
export function readPackageJson(sources: URL) {
  const file = new URL('../package.json', sources);
  const { version, exports, dependencies } = packageJson.validateSync(JSON.parse(readFileSync(file, 'utf8')));
  return { version, exports: textsOf(exports), dependencies: textsOf(dependencies) };
}

/**
 * Reads the installed contract version, and the versions of the libraries of contract and kit.
 *
 * @throws BuildFailure if the versions of contract and kit differ: module.json states one range for both
 */
export function contractVersions(): ContractVersions {
  const contract = readPackageJson(contractSources);
  const kit = readPackageJson(kitSources);
  if (kit.version !== contract.version)
    throw new BuildFailure(
      `${CONTRACT} has version ${contract.version}, and ${KIT} has ${kit.version}`,
      'Give both packages the same version.',
    );
  return { contract: contract.version, libraries: { ...kit.dependencies, ...contract.dependencies } };
}
