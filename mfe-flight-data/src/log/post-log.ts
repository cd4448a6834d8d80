import type { LogEvidence } from '@dps/contract';
import { LogProblem, readFlightLog, type LogFile } from '@dps/flight-logs';

/** A message of the worker that reads a log. */
export type LogMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'read'; evidence: LogEvidence }
  | { kind: 'failed'; message: string };

/** Minimum progress between two messages. */
const STEP = 0.01;

const fileOf = (file: File): LogFile => ({
  name: file.name,
  size: file.size,
  read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
});

/** Reads a log. Posts its progress, and finally the result or the problem. */
export async function postLog(file: File, post: (message: LogMessage) => void): Promise<void> {
  let posted = 0;
  const onProgress = (share: number) => {
    if (share - posted < STEP) return;
    posted = share;
    post({ kind: 'progress', share });
  };
  try {
    post({ kind: 'read', evidence: await readFlightLog(fileOf(file), onProgress) });
  } catch (error) {
    const problem = error instanceof LogProblem ? error : new LogProblem('unreadable');
    post({ kind: 'failed', message: problem.message });
  }
}
