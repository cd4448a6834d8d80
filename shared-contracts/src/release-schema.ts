import type { ModuleBuild, ShellBuild } from './registry.ts';
import {
  isObject,
  moduleRelease,
  oneOf,
  OWN_FOLDER,
  ownFolder,
  readJson,
  refuse,
  shapeOf,
  shellRelease,
  text,
  type Check,
} from './registry-schema.ts';

// Apart from the schema of the registry, so that it is not in the first load of the shell.

const folderOf =
  (origin: string): Check =>
  (value, at) => {
    const isBelow = typeof value === 'string' && value.startsWith(`${origin}/`);
    const folder = isBelow ? value.slice(origin.length) : '';
    if (folder !== '/' && !OWN_FOLDER.test(folder)) refuse(at, `a folder of ${origin}`);
  };

const shellBuild = shapeOf<ShellBuild>({ kind: oneOf(['shell']), ...shellRelease });
const moduleBuild = (base: Check) =>
  shapeOf<ModuleBuild>({ kind: oneOf(['module']), name: text, title: text, ...moduleRelease(base) });

/** Releases from before `kind` was written are out and never change. Only modules have a container. */
function withKind(value: unknown): unknown {
  if (!isObject(value) || 'kind' in value) return value;
  return { ...value, kind: 'container' in value ? 'module' : 'shell' };
}

function isShellBuild(value: unknown): value is ShellBuild {
  shellBuild(value, 'release');
  return true;
}

function isModuleBuild(value: unknown, base = ownFolder): value is ModuleBuild {
  moduleBuild(base)(value, 'release');
  return true;
}

const readRelease = (json: string): unknown => withKind(readJson(json));

/** The shell's release out of the text of its `release.json`. Throws DamagedDocument. */
export function parseShellBuild(json: string): ShellBuild {
  const value = readRelease(json);
  return isShellBuild(value) ? value : refuse('release', 'valid');
}

/**
 * A module's release out of the text of its `release.json`.
 *
 * @param origin of the dev server that serves it; a release that is out has its files on the page's own origin
 * @throws DamagedDocument
 */
export function parseModuleBuild(json: string, origin?: string): ModuleBuild {
  const value = readRelease(json);
  const base = origin === undefined ? ownFolder : folderOf(origin);
  return isModuleBuild(value, base) ? value : refuse('release', 'valid');
}

/** The release of a module or of the shell out of the text of its `release.json`. Throws DamagedDocument. */
export function parseRelease(json: string): ModuleBuild | ShellBuild {
  const value = readRelease(json);
  const isShell = isObject(value) && value['kind'] === 'shell';
  return isShell ? parseShellBuild(json) : parseModuleBuild(json);
}
