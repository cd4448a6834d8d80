import path from 'node:path';
import { array, boolean, object, string, type InferType } from 'yup';
import { readJson } from '../package-context.ts';

const scripts = array(string().required()).default([]);
const manifest = object({
  name: string().required(),
  /** Both are empty for the shell, which is not a remote. */
  metaData: object({ remoteEntry: object({ path: string().ensure(), name: string().ensure() }) }),
  exposes: array(object({ path: string().required() }).required()).default([]),
  shared: array(
    object({
      name: string().required(),
      singleton: boolean().default(false),
      requiredVersion: string().ensure(),
      /** Scripts that contain the build's own copy. */
      assets: object({ js: object({ sync: scripts, async: scripts }) }),
    }).required(),
  ).default([]),
});

/** The facts that `mf-manifest.json` states about a build. Federation plugins of all build tools write this file. */
export type FederationFacts = InferType<typeof manifest>;

/**
 * Reads the `mf-manifest.json` of a finished build.
 *
 * @param folder absolute path of the build's folder
 * @throws BuildFailure if the file is missing, ValidationError if its content is invalid
 */
export function federationFacts(folder: string): FederationFacts {
  return manifest.validateSync(readJson(path.join(folder, 'mf-manifest.json')));
}
