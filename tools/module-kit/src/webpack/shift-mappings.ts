import { decode, encode } from '@jridgewell/sourcemap-codec';
import { object, string } from 'yup';

const sourceMap = object({ mappings: string().defined() });

/** A replaced part of a script. */
export interface Replacement {
  /** Offset of the replaced text in the script before the change, in UTF-16 units. */
  at: number;
  /** Number of units by which the script has grown. Negative if it has shrunk. */
  growth: number;
}

/**
 * Moves the mappings behind a replaced text of a script, on its line. The new text has no line break.
 *
 * @param map JSON text of the source map
 * @param code the script before the change
 * @returns JSON text of the corrected source map
 */
export function shiftMappings(map: string, code: string, { at, growth }: Replacement): string {
  const given: unknown = JSON.parse(map);
  const lines = decode(sourceMap.validateSync(given).mappings);
  const before = code.slice(0, at).split('\n');
  const column = before.at(-1)?.length ?? 0;
  for (const segment of lines[before.length - 1] ?? []) if (segment[0] > column) segment[0] += growth;
  return JSON.stringify({ ...Object(given), mappings: encode(lines) });
}
