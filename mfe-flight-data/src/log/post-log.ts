import { texts } from '../texts/log.ts';
import { fileOf } from './log-file.ts';
import { LogProblem } from './log-problem.ts';
import { readFlightLog, type FlightLog } from './read-flight-log.ts';

/** A message of the worker that reads a log. */
export type LogMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'read'; log: FlightLog }
  | { kind: 'failed'; message: string };

/** Minimum progress between two messages. */
const STEP = 0.01;

/** Reads a log. Posts its progress, and finally the result or the problem. */
export async function postLog(file: File, post: (message: LogMessage) => void): Promise<void> {
  let posted = 0;
  const onProgress = (share: number) => {
    if (share - posted < STEP) return;
    posted = share;
    post({ kind: 'progress', share });
  };
  try {
    post({ kind: 'read', log: await readFlightLog(fileOf(file), onProgress) });
  } catch (error) {
    post({ kind: 'failed', message: error instanceof LogProblem ? error.message : texts.unreadable });
  }
}
