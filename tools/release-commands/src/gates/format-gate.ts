import { MODULE_NAME, type ModuleBuild, type Registry } from '@dps/contract';
import { containerName, releaseBase } from '@dps/module-kit/container-name';
import { readBuildFile, type Build } from '../commands/build-folder.ts';
import { releaseProblems, versionProblems } from '../registry/release-rules.ts';
import type { Gate } from './gate.ts';
import { scriptsWithoutIntegrity } from './script-integrity.ts';

/** Name of the shell in commands and addresses. */
const RESERVED = 'shell';
/** A path without parent folders. */
const FILE = /^(?!.*(^|\/)\.\.?(\/|$))[\w@.+-]+(\/[\w@.+-]+)*$/;

function nameProblems({ name, version, container, base }: ModuleBuild): string[] {
  if (!MODULE_NAME.test(name) || name === RESERVED) return [`"${name}" cannot be the name of a module.`];
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

/** Returns the problems in a module's release description, for any build tool. */
export function formatProblems(build: ModuleBuild, registry: Registry | undefined): string[] {
  const { name, ...release } = build;
  return [...nameProblems(build), ...fileProblems(build), ...releaseProblems({ name, release }, registry)];
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
  check: async ({ build, registry }) => {
    if (build.kind === 'shell') return versionProblems(build.release.version);
    return [...formatProblems(build.release, registry), ...(await scriptProblems(build, build.release))];
  },
};
