import { MODULE_NAME, pathMatches, type ModuleBuild, type Registry } from '@dps/shared-contracts';
import { containerName, releaseBase } from '@dps/federation/container-name';
import { readBuildFile, type Build } from '../commands/build-folder.ts';
import type { Gate } from './gate.ts';
import { unvouchedScripts } from './vouched-scripts.ts';

/** What the commands and the addresses of files call the shell. */
const RESERVED = 'shell';
/** No folder above the release's own. */
const FILE = /^(?!.*(^|\/)\.\.?(\/|$))[\w@.+-]+(\/[\w@.+-]+)*$/;

function nameProblems({ name, version, container, base }: ModuleBuild): string[] {
  if (!MODULE_NAME.test(name) || name === RESERVED) return [`"${name}" cannot be the name of a module.`];
  const expected = { container: containerName(name, version), base: releaseBase(name, version) };
  return [
    ...(container === expected.container
      ? []
      : [`Its container is ${container}; name it ${expected.container}.`]),
    ...(base === expected.base
      ? []
      : [`Its files are to be at ${base}; a release of it is at ${expected.base}.`]),
  ];
}

function fileProblems({ entry, routes, files }: ModuleBuild): string[] {
  const named = new Set([entry, ...routes.flatMap(({ chunks }) => chunks)]);
  return [
    ...Object.keys(files)
      .filter((file) => !FILE.test(file))
      .map((file) => `${file} cannot be the name of a file of a release.`),
    ...[...named]
      .filter((file) => !Object.hasOwn(files, file))
      .map((file) => `${file} is needed, and has no integrity among the release's files.`),
  ];
}

const overlap = (one: string, other: string): boolean => pathMatches(one, other) || pathMatches(other, one);

/** Addresses and widgets that are another module's: whichever the shell found first would answer. */
function foreignProblems({ name, routes, widgets }: ModuleBuild, registry: Registry | undefined): string[] {
  const others = (registry?.modules ?? []).filter((module) => module.name !== name);
  const taken = others.flatMap((module) =>
    (module.releases[module.stable]?.routes ?? []).map(({ path }) => ({ path, module: module.name })),
  );
  const routeProblems = routes.flatMap(({ path }) => {
    const owner = taken.find((each) => overlap(each.path, path));
    return owner ? [`Its route ${path} is taken: ${owner.module} answers ${owner.path}.`] : [];
  });
  const widgetProblems = widgets
    .filter((widget) => !widget.startsWith(`${name}.`))
    .map((widget) => `Its widget ${widget} carries another module's name; begin it with "${name}.".`);
  return [...routeProblems, ...widgetProblems];
}

/** What is wrong with what a module's release says of itself, whichever tool has written it. */
export function formatProblems(build: ModuleBuild, registry: Registry | undefined): string[] {
  return [...nameProblems(build), ...fileProblems(build), ...foreignProblems(build, registry)];
}

async function scriptProblems(build: Build, { entry, files }: ModuleBuild): Promise<string[]> {
  const names = Object.keys(files).filter((file) => file.endsWith('.js'));
  const scripts = await Promise.all(
    names.map(async (name) => [name, await readBuildFile(build, name)] as const),
  );
  return unvouchedScripts(entry, new Map(scripts)).map(
    (name) => `${name} would run damaged: no script of the release has its integrity.`,
  );
}

/** Whether a release is what docs/release-format.md says, so that it can take no other release's place. */
export const formatGate: Gate = {
  name: 'format',
  check: async ({ build, registry }) => {
    if (build.kind === 'shell') return [];
    return [...formatProblems(build.release, registry), ...(await scriptProblems(build, build.release))];
  },
};
