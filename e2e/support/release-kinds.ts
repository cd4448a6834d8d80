import type { ModuleBuild, ShellRelease } from '@dps/shared-contracts';

/** What the files of a module are for. `facts` are for people and checks: no page asks for them. */
export type ModuleKind = 'entry' | 'expose' | 'page' | 'common' | 'lazy' | 'worker' | 'facts';
/** What the files of the shell are for. A font is drawn with and cannot run. */
export type ShellKind = 'main' | 'core' | 'frame' | 'kit' | 'lazy' | 'font' | 'facts';

/** A file that nobody knew of when this was written: it needs a kind, and a journey that damages it. */
const unknown = (file: string): never => {
  throw new Error(`${file} is of a kind for which no journey says what becomes of it when it is damaged`);
};

function otherKind(file: string): 'facts' | 'font' {
  if (/^[a-z-]+\.json$/.test(file)) return 'facts';
  return file.endsWith('.woff2') ? 'font' : unknown(file);
}

/**
 * The kind of a module's file, by what its release says of it.
 *
 * @param text the file's content: a worker's script is the one that joins no other
 */
export function moduleKind({ entry, routes }: ModuleBuild, file: string, text: string): ModuleKind {
  if (file === entry) return 'entry';
  if (!/^assets\/[\w.-]+\.js$/.test(file)) return otherKind(file) === 'facts' ? 'facts' : unknown(file);
  const users = routes.filter(({ chunks }) => chunks.includes(file));
  if (users.some(({ chunks }) => chunks[0] === file)) return 'expose';
  if (users.length > 0) return users.length === 1 ? 'page' : 'common';
  return /globalThis\.webpackChunk\w+\|\|=/.test(text.slice(0, 200)) ? 'lazy' : 'worker';
}

/** The kind of a file of the shell, by what its release says of it. */
export function shellKind({ main, preload, frame, shared }: ShellRelease, file: string): ShellKind {
  if (main.includes(file)) return 'main';
  if (preload.includes(file)) return 'core';
  if (Object.values(shared ?? {}).some((files) => files.includes(file))) return 'kit';
  if (frame?.includes(file)) return 'frame';
  return /^assets\/[\w.-]+\.js$/.test(file) ? 'lazy' : otherKind(file);
}
