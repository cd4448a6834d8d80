import { readFileSync } from 'node:fs';
import { lazy, object, string } from 'yup';
import { BuildFailure } from './build-failure.ts';
import { CONTRACT, KIT, type ContractVersions } from './policy/shared-policy.ts';

/** URL of the folder with the contract's sources. */
export const contractSources = new URL('.', import.meta.resolve(CONTRACT));
/** URL of the folder with the kit's sources. */
export const kitSources = new URL('.', import.meta.resolve(KIT));

/** An entry of `exports`: a source of the workspace, or a compiled file with its declarations. */
const exported = lazy((given: unknown) =>
  typeof given === 'string' ? string().required() : object({ default: string().required() }),
);
const packageJson = object({
  version: string().required(),
  exports: object().required(),
  dependencies: object().required(),
  peerDependencies: object(),
});

function textsOf(given: object): Record<string, string> {
  const texts = Object.entries(given).map(([key, text]) => [key, string().required().validateSync(text)]);
  return Object.fromEntries(texts);
}

function filesOf(given: object): Record<string, string> {
  const files = Object.entries(given).map(([entry, value]) => {
    const file = exported.validateSync(value);
    return [entry, typeof file === 'string' ? file : file.default];
  });
  return Object.fromEntries(files);
}

/** Returns the lowest version of a range `^19.3.0`, or the version itself. */
const lowestOf = ([name, range]: [string, string]) => [name, range.replace(/^\^/, '')];

/**
 * Reads the package.json next to `sources`. An installed package has some of its libraries as peers, with the range that
 * it accepts.
 */
export function readPackageJson(sources: URL) {
  const file = new URL('../package.json', sources);
  const json = packageJson.validateSync(JSON.parse(readFileSync(file, 'utf8')));
  const libraries = Object.entries(textsOf({ ...json.dependencies, ...json.peerDependencies })).map(lowestOf);
  return { version: json.version, exports: filesOf(json.exports), libraries: Object.fromEntries(libraries) };
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
  return { contract: contract.version, libraries: { ...kit.libraries, ...contract.libraries } };
}
