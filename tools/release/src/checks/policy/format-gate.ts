import { createHash } from 'node:crypto';
import { MODULE_NAME, releaseDescription, type ModuleBuild, type Registry } from '@dps/contract';
import { ValidationError } from 'yup';
import { containerName, releaseBase } from '@dps/module-kit/container-name';
import { KeyRing, type TeamKey } from '../../store/key-ring.ts';
import { readBuildFile, type Build } from '../build-folder.ts';
import { releaseProblems, versionProblems } from '../../registry/release-rules.ts';
import type { Gate } from '../gate.ts';

/** Hash algorithms of subresource integrity. */
const ALGORITHMS = ['sha256', 'sha384', 'sha512'];

const digestsOf = (content: Uint8Array): string[] =>
  ALGORITHMS.map((algorithm) => createHash(algorithm).update(content).digest('base64'));

/**
 * Finds scripts that browsers would run without an integrity check. The registry has the hash of the entry, and build
 * tools write the hashes of all other scripts into the scripts that load them.
 *
 * @param scripts contents of all scripts of a release, by name
 * @returns names of the scripts whose hash is in no other script
 */
export function scriptsWithoutIntegrity(entry: string, scripts: ReadonlyMap<string, Uint8Array>): string[] {
  const texts = [...scripts].map(([name, content]) => ({ name, text: Buffer.from(content).toString() }));
  return [...scripts].flatMap(([name, content]) => {
    if (name === entry) return [];
    const digests = digestsOf(content);
    const others = texts.filter((each) => each.name !== name);
    return others.some(({ text }) => digests.some((digest) => text.includes(digest))) ? [] : [name];
  });
}

/** Name of the shell in commands and addresses. */
const RESERVED = 'shell';
const NAME_RULE =
  'A name has 2 to 41 lower-case letters, digits and hyphens, begins with a letter, and is not "shell".';
/** A path without parent folders. */
const FILE = /^(?!.*(^|\/)\.\.?(\/|$))[\w@.+-]+(\/[\w@.+-]+)*$/;

function nameProblems({ name, version, container, base }: ModuleBuild): string[] {
  if (!MODULE_NAME.test(name) || name === RESERVED)
    return [`"${name}" cannot be the name of a module. ${NAME_RULE}`];
  const expected = { container: containerName(name, version), base: releaseBase(name, version) };
  return [
    ...(container === expected.container
      ? []
      : [`Its container is ${container}; it must be ${expected.container}.`]),
    ...(base === expected.base ? [] : [`Its base is ${base}; it must be ${expected.base}.`]),
  ];
}

function fileProblems({ entry, routes, files }: ModuleBuild): string[] {
  const named = new Set([entry, ...routes.flatMap(({ chunks }) => chunks)]);
  return [
    ...Object.keys(files)
      .filter((file) => !FILE.test(file))
      .map((file) => `${file} is not a valid file name in a release.`),
    ...[...named]
      .filter((file) => !Object.hasOwn(files, file))
      .map((file) => `${file} has no integrity hash in the release's files.`),
  ];
}

/** Returns one sentence for each value that is missing, too long, or of the wrong form. */
function descriptionProblems(build: ModuleBuild): string[] {
  try {
    releaseDescription.validateSync(build, { abortEarly: false, strict: true });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.inner.map(({ path = 'description', message }) =>
      message.startsWith(path) ? `Its ${message}.` : `Its ${path} is not valid: ${message}.`,
    );
  }
}

/** Returns the origins of a release that pages cannot call, one sentence for each. Another deployment can allow them. */
export function unallowedOrigins(
  { name, version, origins = [] }: ModuleBuild,
  keys: readonly TeamKey[],
): string[] {
  const ring = new KeyRing(keys);
  return origins
    .filter((origin) => !ring.allows(origin, name))
    .map(
      (origin) =>
        `${name} ${version} declares ${origin}, which the keys of this command do not allow: browsers block its calls until keys.json of the deployment has it.`,
    );
}

/** Returns the problems in a module's release description, for any build tool. */
export function formatProblems(build: ModuleBuild, registry: Registry | undefined): string[] {
  const { name, ...release } = build;
  return [
    ...nameProblems(build),
    ...fileProblems(build),
    ...descriptionProblems(build),
    ...releaseProblems({ name, release }, registry),
  ];
}

async function scriptProblems(build: Build, { entry, files }: ModuleBuild): Promise<string[]> {
  const names = Object.keys(files).filter((file) => file.endsWith('.js'));
  const scripts = await Promise.all(
    names.map(async (name) => [name, await readBuildFile(build, name)] as const),
  );
  return scriptsWithoutIntegrity(entry, new Map(scripts)).map(
    (name) => `${name} would run even if damaged: no script of the release has its integrity hash.`,
  );
}

/** Checks a release against docs/release-format.md, so that it cannot replace other releases. */
export const formatGate: Gate = {
  name: 'format',
  check: async ({ build, registry, keys }, report) => {
    if (build.kind === 'shell') return versionProblems(build.release.version);
    for (const line of unallowedOrigins(build.release, keys)) report(line);
    return [...formatProblems(build.release, registry), ...(await scriptProblems(build, build.release))];
  },
};
