import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { logEvidence } from '@dps/contract';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { partsOf, type RandomAccess } from '../../../platform/files/received-file.ts';
import { LimitedProgram, type ProcessLimits } from '../../../platform/concurrency/limited-program.ts';
import { LOG_BYTES } from '../../../platform/memory.ts';
import { TEXTS } from '../../../texts.ts';
import type { LogRequest, LogResult } from './flight-log.worker.ts';

const LIMITS: ProcessLimits = {
  processorSeconds: 60,
  milliseconds: 300_000,
  megabytes: LOG_BYTES / 1024 ** 2,
};

/** The reader has checked the same bounds. A log must not break the pages that show its figures. */
const withinBounds = (result: LogResult): LogResult =>
  result.evidence && !logEvidence.isValidSync(result.evidence, { strict: true })
    ? { refusal: TEXTS.logImplausible }
    : result;

/**
 * Reads the logs of flights with the readers of the browser, each in a process of its own with limits of time and memory: a log comes
 * from a user. A thread is not sufficient, because V8 ends the complete process if JSON needs more memory than the limit of a thread.
 */
@Injectable()
export class LogReader {
  private readonly program = new LimitedProgram(new URL('./flight-log.worker.ts', import.meta.url));

  /** Reads a log. Rejects with the error of the content's store, and with the reason of the signal. */
  read(name: string, content: RandomAccess, signal: AbortSignal, limits = LIMITS): Promise<LogResult> {
    const { promise, resolve, reject } = Promise.withResolvers<LogResult>();
    const child = this.program.start(limits, signal);
    child.once('message', (result: LogResult) => resolve(withinBounds(result)));
    child.once('exit', () => resolve({ refusal: TEXTS.logTooLarge }));
    child.on('error', () => {
      if (signal.aborted) reject(signal.reason);
      else if (child.pid === undefined) reject(new Error('The process that reads a log did not start'));
    });
    const request: LogRequest = { name, size: content.size };
    child.send(request);
    if (child.stdin)
      pipeline(partsOf(content), child.stdin).catch((error: unknown) => {
        // Any other error means that the process has ended.
        if (error instanceof DomainError) reject(error);
      });
    return promise.finally(() => child.kill('SIGKILL'));
  }
}
