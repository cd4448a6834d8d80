import type { ModuleBuild, ShellRelease } from '@dps/contract';

/** Purpose of a module file. Only developers and checks read `facts`; no page loads them. */
export type ModuleKind = 'entry' | 'expose' | 'page' | 'common' | 'lazy' | 'worker' | 'facts';
/** Purpose of a shell file. A font cannot run. */
export type ShellKind = 'main' | 'core' | 'user' | 'lazy' | 'font' | 'facts';

/** Rejects a file of a new kind: the kind needs a journey that corrupts its files. */
const unknown = (file: string): never => {
  throw new Error(`No journey corrupts files of the kind of ${file}`);
};

function otherKind(file: string): 'facts' | 'font' {
  if (/^[a-z-]+\.json$/.test(file)) return 'facts';
  return file.endsWith('.woff2') ? 'font' : unknown(file);
}

/**
 * Returns the kind of a module file, from its release.
 *
 * @param text the file's content: only the script of a worker registers no chunk
 */
export function moduleKind({ entry, routes }: ModuleBuild, file: string, text: string): ModuleKind {
  if (file === entry) return 'entry';
  if (!/^assets\/[\w.-]+\.js$/.test(file)) return otherKind(file) === 'facts' ? 'facts' : unknown(file);
  const users = routes.filter(({ chunks }) => chunks.includes(file));
  if (users.some(({ chunks }) => chunks[0] === file)) return 'expose';
  if (users.length > 0) return users.length === 1 ? 'page' : 'common';
  return /globalThis\.webpackChunk\w+\|\|=/.test(text.slice(0, 200)) ? 'lazy' : 'worker';
}

/** Returns the kind of a shell file, from its release. */
export function shellKind({ main, preload, frame, shared }: ShellRelease, file: string): ShellKind {
  if (main.includes(file)) return 'main';
  if (preload.includes(file)) return 'core';
  const ofUsers = [...(frame ?? []), ...Object.values(shared ?? {}).flat()];
  if (ofUsers.includes(file)) return 'user';
  return /^assets\/[\w.-]+\.js$/.test(file) ? 'lazy' : otherKind(file);
}
