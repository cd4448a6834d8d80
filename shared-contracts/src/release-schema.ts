import type { ModuleBuild, Outlines, ShellBuild } from './registry.ts';
import {
  isObject,
  moduleRelease,
  oneOf,
  optional,
  OWN_FOLDER,
  ownFolder,
  readJson,
  refuse,
  shapeOf,
  shellRelease,
  text,
  type Check,
} from './registry-schema.ts';

// A file of its own keeps it out of the first load of the shell.

const folderOf =
  (origin: string): Check =>
  (value, at) => {
    const isBelow = typeof value === 'string' && value.startsWith(`${origin}/`);
    const folder = isBelow ? value.slice(origin.length) : '';
    if (folder !== '/' && !OWN_FOLDER.test(folder)) refuse(at, `a folder of ${origin}`);
  };

const shellBuild = shapeOf<ShellBuild>({ kind: oneOf(['shell']), ...shellRelease });
const moduleBuild = (base: Check) =>
  shapeOf<ModuleBuild>({
    kind: oneOf(['module']),
    name: text,
    title: text,
    owner: optional(text),
    ...moduleRelease(base),
  });

function isShellBuild(value: unknown): value is ShellBuild {
  shellBuild(value, 'release');
  return true;
}

function isModuleBuild(value: unknown, base = ownFolder): value is ModuleBuild {
  moduleBuild(base)(value, 'release');
  return true;
}

/** Parses the `release.json` of a shell. Throws DamagedDocument. */
export function parseShellBuild(json: string): ShellBuild {
  const value = readJson(json);
  return isShellBuild(value) ? value : refuse('release', 'valid');
}

/**
 * Parses the `release.json` of a module.
 *
 * @param origin of the dev server; files of a published release are on the page's own origin
 * @throws DamagedDocument
 */
export function parseModuleBuild(json: string, origin?: string): ModuleBuild {
  const value = readJson(json);
  const base = origin === undefined ? ownFolder : folderOf(origin);
  return isModuleBuild(value, base) ? value : refuse('release', 'valid');
}

/** Parses the `release.json` of a module or a shell. Throws DamagedDocument. */
export function parseRelease(json: string): ModuleBuild | ShellBuild {
  const value = readJson(json);
  const isShell = isObject(value) && value['kind'] === 'shell';
  return isShell ? parseShellBuild(json) : parseModuleBuild(json);
}

const outlines = shapeOf<Outlines>({ style: text, user: text, guest: text, public: text, checking: text });

function isOutlines(value: unknown): value is Outlines {
  outlines(value, 'outline');
  return true;
}

/** Parses the outlines of a shell's release. Throws DamagedDocument. */
export function parseOutlines(json: string): Outlines {
  const value = readJson(json);
  return isOutlines(value) ? value : refuse('outline', 'valid');
}
