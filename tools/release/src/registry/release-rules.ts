import { valid } from 'semver';
import {
  isReservedPath,
  isVisible,
  pathMatches,
  shellsIn,
  type ModuleNavigation,
  type ModuleRelease,
  type Registry,
} from '@dps/contract';
import { UnchangedError } from '../store/command-error.ts';
import { activeVersions, releasesOf } from './choose-release.ts';

/** Maximum length of a label in the side panel, in visible characters. */
const LABEL_MOST = 24;
/** Bounds of the order of navigation items. */
const ORDER_MOST = 1_000;
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
/** A letter with its accents, or an emoji of several parts, counts as one character. */
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Average code units of one character: enough for any language, and not for a tower of accents. */
const CODE_UNITS_MOST = 4;

/** A release of a module. */
interface Owned {
  name: string;
  release: Pick<ModuleRelease, 'version' | 'routes' | 'navigation' | 'widgets'>;
}

/** Returns a sentence if a version is not SemVer without build metadata. */
export const versionProblems = (version: string): string[] =>
  valid(version) === version
    ? []
    : [
        `Its version ${JSON.stringify(version)} is not SemVer: write MAJOR.MINOR.PATCH, such as 1.2.0 or 1.2.0-rc.1.`,
      ];

function labelProblems(label: string): string[] {
  const found: string[] = [];
  if (UNSAFE.test(label)) found.push('contains control characters or marks of the writing direction');
  if (!isVisible(label)) found.push('has no visible character');
  const count = [...CHARACTERS.segment(label)].length;
  if (count > LABEL_MOST) found.push(`has ${count} characters, and ${LABEL_MOST} fit`);
  else if (label.length > LABEL_MOST * CODE_UNITS_MOST) found.push('has too many accents');
  return found.map((each) => `Its navigation label ${JSON.stringify(label)} ${each}.`);
}

function navigationProblems(
  { path, label, labels, order }: ModuleNavigation,
  paths: readonly string[],
): string[] {
  const texts = new Set([label, ...Object.values(labels ?? {})]);
  return [
    ...(paths.includes(path)
      ? []
      : [
          `Its navigation item ${path} is not the path of one of its routes (${paths.join(', ') || 'none'}).`,
        ]),
    ...[...texts].flatMap((text) => labelProblems(text ?? '')),
    ...(Number.isInteger(order) && order >= 0 && order <= ORDER_MOST
      ? []
      : [
          `The order of its navigation item ${path} is ${order}; it must be an integer from 0 to ${ORDER_MOST}.`,
        ]),
  ];
}

const overlap = (one: string, other: string): boolean => pathMatches(one, other) || pathMatches(other, one);

/** Returns the stable releases and the canaries of all modules except one. */
const activeOfOthers = ({ modules }: Pick<Registry, 'modules'>, name: string): Owned[] =>
  modules
    .filter((module) => module.name !== name)
    .flatMap((module) =>
      releasesOf(module, activeVersions(module)).map((release) => ({ name: module.name, release })),
    );

/**
 * Returns why a release cannot be active, one sentence for each problem: its version, its navigation, or a route or widget
 * that belongs to another active module. The shell would use whichever it finds first.
 *
 * @param registry undefined in an empty store
 */
export function releaseProblems({ name, release }: Owned, registry: Registry | undefined): string[] {
  const { version, routes, navigation, widgets } = release;
  const others = registry ? activeOfOthers(registry, name) : [];
  const paths = routes.map(({ path }) => path);
  const taken = paths.flatMap((path) => {
    const owner = others.find((each) => each.release.routes.some((route) => overlap(route.path, path)));
    const route = owner?.release.routes.find((each) => overlap(each.path, path));
    return owner && route ? [`Its route ${path} is taken: ${owner.name} has ${route.path}.`] : [];
  });
  return [
    ...versionProblems(version),
    ...taken,
    ...paths
      .filter(isReservedPath)
      .map(
        (path) =>
          `Its route ${path} never shows a page: the gateway uses this path itself. Choose another path.`,
      ),
    ...widgets
      .filter((widget) => !widget.startsWith(`${name}.`))
      .map((widget) => `Its widget ${widget} has another module's name; start it with "${name}.".`),
    ...navigation.flatMap((item) => navigationProblems(item, paths)),
  ];
}

/** Returns the releases of a registry that another one does not list, or that are active only in the first. */
function changedReleases(before: Registry | undefined, after: Registry): Owned[] {
  return after.modules.flatMap((module) => {
    const { name, releases } = module;
    const known = before?.modules.find((each) => each.name === name);
    const wasActive = new Set(known && activeVersions(known));
    const activated = new Set(activeVersions(module).filter((version) => !wasActive.has(version)));
    return Object.values(releases)
      .filter((release) => known?.releases[release.version] !== release || activated.has(release.version))
      .map((release) => ({ name, release }));
  });
}

/**
 * Checks the releases that a change lists or activates. The check belongs to the compare-and-swap: another team may have
 * taken a route in the meantime.
 *
 * @throws UnchangedError that lists all problems
 */
export function refuseUnfit(before: Registry | undefined, after: Registry): void {
  const problems = changedReleases(before, after).flatMap(({ name, release }) =>
    releaseProblems({ name, release }, after).map((problem) => `${name} ${release.version}: ${problem}`),
  );
  const known = new Set(before && shellsIn(before).map(({ version }) => version));
  for (const { version } of shellsIn(after))
    if (!known.has(version)) problems.push(...versionProblems(version).map((problem) => `shell: ${problem}`));
  if (problems.length > 0) throw new UnchangedError(problems.join('\n'));
}
