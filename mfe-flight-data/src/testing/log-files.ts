import type { LogFile } from '../log/log-file.ts';
import { bytesOf } from './flight-logs.ts';

/** A log in memory. */
export function logFile(content: string | Uint8Array<ArrayBuffer>, name = 'flight.log'): LogFile {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return { name, size: bytes.length, read: (start, end) => Promise.resolve(bytes.slice(start, end)) };
}
