import { unzipSync } from 'fflate';
import { LogProblem, type LogProblemCode } from './log-problem.ts';

/** Maximum size of the KML file in a KMZ archive. A small archive can contain a very large one. */
const KML_MAX_BYTES = 64 * 1024 ** 2;

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

export const isZipped = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

/** Returns the first KML file of a KMZ archive, which is its document (OGC KML 2.3, annex C). Throws `LogProblem`. */
function documentOf(archive: Uint8Array): Uint8Array {
  let document: string | undefined;
  const unzip = () =>
    unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        if (document !== undefined || !/\.kml$/i.test(name)) return false;
        document = name;
        return originalSize <= KML_MAX_BYTES;
      },
    });
  const files = attempt(unzip, 'truncated');
  if (document === undefined) throw new LogProblem('zipped');
  const content = files[document];
  if (!content) throw new LogProblem('largeXml');
  return content;
}

/** Runs a step. Throws a `LogProblem` with the given code if the step fails. */
function attempt<T>(step: () => T, code: LogProblemCode): T {
  try {
    return step();
  } catch {
    throw new LogProblem(code);
  }
}

/** Decodes a log, or the KML document of a KMZ archive. Throws `LogProblem` if it is empty, binary, or not in UTF-8. */
export function decodeLog(file: Uint8Array): string {
  const bytes = isZipped(file) ? documentOf(file) : file;
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) throw new LogProblem('utf16');
  const zeros = hasZeros(bytes);
  if (zeros !== 'none') throw new LogProblem(zeros === 'half' ? 'utf16' : 'binary');
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'binary');
  if (text.trim() === '') throw new LogProblem('empty');
  return text;
}
