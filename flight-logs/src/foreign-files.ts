import { LogProblem, type LogProblemCode } from './log-problem.ts';

interface ForeignFile {
  problem: LogProblemCode;
  /** The first bytes of the file, from `offset`. */
  start: string | readonly number[];
  offset?: number;
}

/**
 * Files of other programs, by their first bytes. Sources: ISO 14496-12, RFC 2083, blackbox-tools, DJI's DAT files, and the
 * specification of Advanced SubStation Alpha.
 */
const FOREIGN_FILES: readonly ForeignFile[] = [
  { problem: 'video', start: 'ftyp', offset: 4 },
  { problem: 'image', start: [0xff, 0xd8, 0xff] },
  { problem: 'image', start: [0x89, 0x50, 0x4e, 0x47] },
  { problem: 'image', start: [0x49, 0x49, 0x2a, 0x00] },
  { problem: 'pdf', start: '%PDF' },
  { problem: 'blackbox', start: 'H Product:Blackbox' },
  { problem: 'djiDat', start: 'BUILD', offset: 16 },
  { problem: 'oldWorkbook', start: [0xd0, 0xcf, 0x11, 0xe0] },
  { problem: 'assCaptions', start: '[Script Info]' },
  { problem: 'utf16', start: [0xff, 0xfe] },
  { problem: 'utf16', start: [0xfe, 0xff] },
];

/** Binary files without a fixed start, by their names. */
const FOREIGN_NAMES: readonly (readonly [name: RegExp, problem: LogProblemCode])[] = [
  [/^DJIFlightRecord.*\.txt$/i, 'djiRecord'],
  [/\.tlog$/i, 'mavlink'],
];

/** Shares of control characters from which a file is no text, and of zeros from which it is UTF-16 without its mark. */
const CONTROL_MAX = 0.05;
const UTF16_ZEROS = 0.4;

const BOM = '\ufeff';
const isControl = (byte: number) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;

/** Throws `LogProblem` for a file that is no text. */
function requireText(name: string, bytes: Uint8Array): void {
  const shareOf = (is: (byte: number) => boolean) => bytes.filter(is).length / Math.max(bytes.length, 1);
  if (shareOf((byte) => byte === 0) > UTF16_ZEROS) throw new LogProblem('utf16');
  if (shareOf(isControl) <= CONTROL_MAX) return;
  throw new LogProblem(FOREIGN_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 'binary');
}

/**
 * Returns the start of a text, decoded. Throws `LogProblem` for an empty or binary file, UTF-16, and the files of other programs.
 *
 * @param name the name of the file, which determines the advice for some binary files
 * @param bytes the first bytes of the file
 */
export function startOfText(name: string, bytes: Uint8Array): string {
  const isForeign = ({ start, offset = 0 }: ForeignFile) =>
    (typeof start === 'string' ? Array.from(start, (each) => each.charCodeAt(0)) : start).every(
      (each, index) => bytes[offset + index] === each,
    );
  const foreign = FOREIGN_FILES.find(isForeign);
  if (foreign) throw new LogProblem(foreign.problem);
  requireText(name, bytes);
  const text = new TextDecoder().decode(bytes).replace(BOM, '').trimStart();
  if (text === '') throw new LogProblem('empty');
  return text;
}
