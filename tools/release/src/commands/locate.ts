import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { messageOf, CommandError } from '../store/command-error.ts';
import { SOURCE_MAPS, type ReleaseStore } from '../store/release-store.ts';

const unzip = promisify(gunzip);

/** A position in a source. */
interface Located {
  /** Path of the source, relative to the package: `src/list/JobList.tsx`. */
  source: string;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** The line of the source. Undefined if the map does not contain the source. */
  code: string | undefined;
}

const textOf = ({ source, line, column }: Located): string => `${source}:${line}:${column}`;

/** A place in a script of a release, as an error's stack and the API's log name it. */
interface Place {
  /** Name of the module, or `shell`. */
  module: string;
  version: string;
  /** Path of the script below the release: `assets/page.3f2a1b0c.js`. */
  file: string;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

function placeOf(module: string, version: string, text: string): Place {
  const [, file = '', line = '', column = ''] = /^(.+):(\d+):(\d+)$/.exec(text) ?? [];
  if (file === '')
    throw new CommandError(`${text} is not a place in a script, such as assets/page.3f2a1b0c.js:1:4711.`);
  return { module, version, file, line: Number(line), column: Number(column) };
}

async function readMap(store: ReleaseStore, { module, version, file }: Place): Promise<TraceMap> {
  const folder = module === 'shell' ? `shell/${version}` : `modules/${module}/${version}`;
  const content = await store.readFile(`${folder}/${SOURCE_MAPS}/${file}.map.gz`);
  if (content === null)
    throw new CommandError(`${store.address} has no source map of ${file} of ${module} ${version}.`);
  try {
    return new TraceMap((await unzip(content)).toString());
  } catch (error) {
    throw new CommandError(
      `The source map of ${file} of ${module} ${version} is damaged: ${messageOf(error)}.`,
    );
  }
}

async function locatePlace(store: ReleaseStore, place: Place): Promise<Located> {
  const map = await readMap(store, place);
  // Columns count from 1 in a stack, and from 0 in a source map.
  const { source, line, column } = originalPositionFor(map, { line: place.line, column: place.column - 1 });
  if (source === null)
    throw new CommandError(`${place.file}:${place.line}:${place.column} is not code of a source.`);
  const code = sourceContentFor(map, source)?.split('\n')[line - 1];
  return { source: source.replace(/^\.\//, ''), line, column: column + 1, code };
}

/**
 * Finds the source position of a place in a script.
 *
 * @param release module and version: `jobs@1.1.0`, `shell@1.1.0`
 * @param place script, line and column from 1: `assets/page.3f2a1b0c.js:1:4711`
 * @returns the position as text, with its line of code, and as data
 * @throws CommandError if the store has no source map of the script, or the place is not code of a source
 */
export async function locate(
  store: ReleaseStore,
  release: string,
  place: string,
): Promise<{ text: string; facts: Located }> {
  const [, module = '', version = ''] = /^([^@]+)@([^@]+)$/.exec(release) ?? [];
  if (module === '') throw new CommandError(`${release} is not a release, such as jobs@1.1.0.`);
  const facts = await locatePlace(store, placeOf(module, version, place));
  const code = facts.code === undefined ? [] : [`  ${facts.code.trim()}`];
  return { text: [textOf(facts), ...code].join('\n'), facts };
}
