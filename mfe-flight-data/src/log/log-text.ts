import { LogProblem } from './log-problem.ts';

/** How much of a file is looked at for zeros. */
const LOOKED_AT = 65_536;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((each, index) => bytes[index] === each);

/** Text in UTF-16 without its mark: half of its bytes are zero as long as it is Latin. */
function hasZeros(bytes: Uint8Array): 'none' | 'some' | 'half' {
  const zeros = bytes.subarray(0, LOOKED_AT).reduce((count, byte) => count + Number(byte === 0), 0);
  if (zeros === 0) return 'none';
  return zeros > Math.min(bytes.length, LOOKED_AT) * 0.4 ? 'half' : 'some';
}

/** The text of a log. Throws `LogProblem` for what is empty, no text, or in another encoding than UTF-8. */
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
