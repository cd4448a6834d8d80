import type { FlightLog } from './read-flight-log.ts';

/** What the worker says while and after it reads a log. */
export type LogMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'read'; log: FlightLog }
  | { kind: 'failed'; message: string };
