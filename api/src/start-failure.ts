import type { Config } from './platform/config/config.ts';
import { isDatabaseUnavailable } from './platform/database/database-errors.ts';

/** SQLSTATEs of a database that is there and lets us not in: wrong credentials, no such database. */
const REFUSED_STATES = new Set(['28000', '28P01', '3D000']);

const field = (error: Error, name: string): unknown => Reflect.get(error, name);

/** What went wrong at the start and what to do about it, for whoever reads the log; without a secret. */
export function startFailure(error: unknown, config: Pick<Config, 'host' | 'port' | 'databaseUrl'>): string {
  if (!(error instanceof Error)) return 'The API could not start.';
  const isListening = field(error, 'syscall') === 'listen';
  const place = `port ${config.port} of ${config.host}`;
  if (isListening && field(error, 'code') === 'EADDRINUSE') {
    return `Another program listens on ${place}. End it, or choose another port with API_PORT.`;
  }
  if (isListening)
    return `The API cannot listen on ${place} (${error.message}). Check API_HOST and API_PORT.`;
  if (isDatabaseUnavailable(error) || REFUSED_STATES.has(String(field(error, 'code')))) {
    const { host } = new URL(config.databaseUrl);
    return `The database at ${host} cannot be used (${error.message}). Check that it runs, and DATABASE_URL.`;
  }
  return 'The API could not start.';
}
