import { LogProblem } from './log-problem.ts';

/** Number of bytes in which zeros are counted. */
const SAMPLE_BYTES = 65_536;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((each, index) => bytes[index] === each);

/** Detects UTF-16 without a byte order mark: in Latin text half of its bytes are zero. */
function hasZeros(bytes: Uint8Array): 'none' | 'some' | 'half' {
  const zeros = bytes.subarray(0, SAMPLE_BYTES).reduce((count, byte) => count + Number(byte === 0), 0);
  if (zeros === 0) return 'none';
  return zeros > Math.min(bytes.length, SAMPLE_BYTES) * 0.4 ? 'half' : 'some';
}

/** Decodes a log. Throws `LogProblem` if it is empty, binary, or not in UTF-8. */
export function decodeLog(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) throw new LogProblem('utf16');
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) throw new LogProblem('zipped');
  const zeros = hasZeros(bytes);
  if (zeros !== 'none') throw new LogProblem(zeros === 'half' ? 'utf16' : 'binary');
  const text = textOf(bytes);
  if (text.trim() === '') throw new LogProblem('empty');
  return text;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new LogProblem('binary');
  }
}
