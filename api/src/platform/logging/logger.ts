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

/** How values are written by the names under which libraries log them: nothing of a request but its id. */
const SERIALIZERS = { err: toLoggedError, error: toLoggedError, req: idOf, res: () => ({}) };

/** Without a text of its own, a line about an error has the error's, and that may hold what somebody sent. */
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
 * Standard output, some lines at a time: a system call for each costs more than the line and everything around it. A
 * process that ends writes what is left, and so does a fatal line; one that is killed loses a tenth of a second.
 */
export function bufferedOutput(): DestinationStream {
  return pino.destination({
    sync: false,
    minLength: LINES_AT_A_TIME_BYTES,
    periodicFlush: WRITTEN_WITHIN_MS,
  });
}

/**
 * The log of the process: one JSON object per line, on standard output unless another destination is given.
 */
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

/** Nest's own messages in the log of the process. */
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
