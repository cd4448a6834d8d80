import type { LoggerService } from '@nestjs/common';
import {
  pino,
  stdTimeFunctions,
  type DestinationStream,
  type Level,
  type LogFn,
  type Logger,
  type LoggerOptions,
} from 'pino';
import type { Config } from '../config/config.ts';
import { isError, toLoggedError } from './logged-error.ts';

const idOf = (message: object) => ({ id: String(Reflect.get(message, 'id')) });

/** Serializers by the field names that libraries use. A request is logged by its id only. */
const SERIALIZERS = { err: toLoggedError, error: toLoggedError, req: idOf, res: () => ({}) };

/** Replaces an error's own message, which pino would log by default and which may contain user data. */
function logSafely(this: Logger, [about, text, ...rest]: Parameters<LogFn>, method: LogFn): void {
  const given: unknown = about;
  const error: unknown = isError(given) ? given : Reflect.get(Object(given), 'err');
  if (!isError(error)) {
    method.apply(this, text === undefined ? [about] : [about, text, ...rest]);
    return;
  }
  const fields: object = isError(given) ? { err: error } : Object(given);
  const safeText = text === undefined || text === error.message ? toLoggedError(error).message : text;
  method.apply(this, [fields, safeText, ...rest]);
}

const LINES_AT_A_TIME_BYTES = 4096;
const WRITTEN_WITHIN_MS = 100;

/**
 * Buffered standard output: a system call per line would cost more than the rest of logging. The buffer is written at the
 * end of the process and by a fatal line. A killed process loses up to 0.1 seconds of lines.
 */
export function bufferedOutput(): DestinationStream {
  return pino.destination({
    sync: false,
    minLength: LINES_AT_A_TIME_BYTES,
    periodicFlush: WRITTEN_WITHIN_MS,
  });
}

/** Creates the log of the process: one JSON object per line, by default on standard output. */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: SERIALIZERS,
    hooks: { logMethod: logSafely },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Writes Nest's messages to the log of the process. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest.at(-1));
  }

  warn(message: unknown, context?: unknown): void {
    this.write('warn', message, context);
  }

  private write(level: Level, message: unknown, context: unknown): void {
    if (isError(message)) this.logger[level]({ err: message, context });
    else this.logger[level]({ context }, String(message));
  }
}
