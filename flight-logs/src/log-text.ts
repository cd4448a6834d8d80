import { LogProblem, type LogProblemCode } from './log-problem.ts';

/**
 * Formats without positions, by the first bytes of a file. Sources: ISO 14496-12 and RFC 2083.
 */
const BINARY_FORMATS: readonly (readonly [code: LogProblemCode, offset: number, ...start: number[]])[] = [
  ['video', 4, 0x66, 0x74, 0x79, 0x70],
  ['image', 0, 0xff, 0xd8, 0xff],
  ['image', 0, 0x89, 0x50, 0x4e, 0x47],
  ['image', 0, 0x49, 0x49, 0x2a, 0x00],
];

/** Number of bytes at the start of a file that determine its format. */
export const START_BYTES = 65_536;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((each, index) => bytes[index] === each);

const formatOf = (bytes: Uint8Array): LogProblemCode | undefined =>
  BINARY_FORMATS.find(([, offset, ...start]) => startsWith(bytes.subarray(offset), ...start))?.[0];

/** Returns the problem of a binary file without a fixed start, by its name: DJI's records and MAVLink's logs. */
function problemOfName(name: string): LogProblemCode {
  if (/\.txt$/i.test(name)) return 'djiRecord';
  return /\.tlog$/i.test(name) ? 'mavlink' : 'binary';
}

/** Detects UTF-16 without a byte order mark: in Latin text half of its bytes are zero. */
function hasZeros(bytes: Uint8Array): 'none' | 'some' | 'half' {
  const zeros = bytes.reduce((count, byte) => count + Number(byte === 0), 0);
  if (zeros === 0) return 'none';
  return zeros > bytes.length * 0.4 ? 'half' : 'some';
}

export const isZipped = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

/** True for a PX4 log: the start of the ULog file format. */
export const isULog = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35);

/** True for a log of ArduPilot: two header bytes, and the type of a format message. */
export const isDataFlash = (bytes: Uint8Array): boolean => startsWith(bytes, 0xa3, 0x95, 0x80);

/**
 * Returns the start of a text, decoded. Throws `LogProblem` if the file is empty, binary, or not in UTF-8.
 *
 * @param name the name of the file, which determines the advice for some binary files
 * @param bytes the first bytes of the file
 */
export function startOfText(name: string, bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) throw new LogProblem('utf16');
  const format = formatOf(bytes);
  if (format) throw new LogProblem(format);
  const zeros = hasZeros(bytes);
  if (zeros !== 'none') throw new LogProblem(zeros === 'half' ? 'utf16' : problemOfName(name));
  const text = new TextDecoder().decode(bytes).trimStart();
  if (text === '') throw new LogProblem('empty');
  return text;
}
