import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type Level, type Logger } from 'pino';
import type { Config } from '../config/config.ts';

/** The log of the process: one JSON object per line on standard output. */
export function createLogger(level: Config['logLevel']): Logger {
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime });
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
    if (message instanceof Error) this.logger[level]({ err: message, context });
    else this.logger[level]({ context }, String(message));
  }
}
