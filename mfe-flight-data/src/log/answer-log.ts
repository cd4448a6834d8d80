import { texts } from '../texts.ts';
import type { LogMessage } from './flight-log.messages.ts';
import { LogProblem } from './log-problem.ts';
import { readFlightLog } from './read-flight-log.ts';

/** A hundredth is the least that anybody sees. */
const STEP = 0.01;

/** Reads a log and says how far it is, and in the end what it comes to or what is wrong with it. */
export async function answerLog(file: File, say: (message: LogMessage) => void): Promise<void> {
  let told = 0;
  const onProgress = (share: number) => {
    if (share - told < STEP) return;
    told = share;
    say({ kind: 'progress', share });
  };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    say({ kind: 'read', log: await readFlightLog(file.name, bytes, onProgress) });
  } catch (error) {
    const known = error instanceof LogProblem;
    say({ kind: 'failed', message: known ? error.message : texts.log.unreadable });
  }
}
