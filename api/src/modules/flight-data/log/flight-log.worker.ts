import type { LogEvidence } from '@dps/contract';
import { LogProblem, readFlightLog } from '@dps/flight-logs';

/** Announces a log, whose bytes arrive at the standard input. */
export interface LogRequest {
  name: string;
  /** Bytes. */
  size: number;
}

/** The result of a log: its evidence, or the reason why it cannot be read. */
export type LogResult =
  | { evidence: LogEvidence; refusal?: undefined }
  | { evidence?: undefined; refusal: string };

/** Returns the bytes of the standard input. They are in memory only once. */
async function readInput(size: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(size);
  let at = 0;
  for await (const part of process.stdin) at += Buffer.from(part).copy(bytes, at);
  return bytes;
}

async function resultOf({ name, size }: LogRequest): Promise<LogResult> {
  const bytes = await readInput(size);
  const read = (from: number, to: number) => Promise.resolve(bytes.subarray(from, to));
  try {
    return { evidence: await readFlightLog({ name, size, read }, () => {}) };
  } catch (error) {
    if (error instanceof LogProblem) return { refusal: error.message };
    throw error;
  }
}

/** Reads one log and sends the result. The API then ends this process. */
process.once(
  'message',
  (request: LogRequest) => void resultOf(request).then((result) => process.send?.(result)),
);
// The API has ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
