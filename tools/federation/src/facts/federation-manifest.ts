import path from 'node:path';
import { array, boolean, object, string, type InferType } from 'yup';
import { readJson } from '../package-context.ts';

const scripts = array(string().required()).default([]);
const manifest = object({
  name: string().required(),
  /** Both are empty for the shell, which nobody loads as a remote. */
  metaData: object({ remoteEntry: object({ path: string().ensure(), name: string().ensure() }) }),
  exposes: array(object({ path: string().required() }).required()).default([]),
  shared: array(
    object({
      name: string().required(),
      singleton: boolean().default(false),
      requiredVersion: string().ensure(),
      /** Scripts with a copy that the build brings. */
      assets: object({ js: object({ sync: scripts, async: scripts }) }),
    }).required(),
  ).default([]),
});

/** What a federation plugin says of a build, of whichever tool it is a plugin. */
export type FederationFacts = InferType<typeof manifest>;

/**
 * Reads the `mf-manifest.json` of a finished build.
 *
 * @param folder absolute path of the build's folder
 * @throws BuildFailure where there is none, ValidationError where it is not what federation plugins write
 */
export function federationFacts(folder: string): FederationFacts {
  return manifest.validateSync(readJson(path.join(folder, 'mf-manifest.json')));
}
