import type { Config } from './platform/config/config.ts';
import { isDatabaseUnavailable } from './platform/database/database-errors.ts';

/** SQLSTATEs of a database that is there and lets us not in: wrong credentials, no such database. */
const REFUSED_STATES = new Set(['28000', '28P01', '3D000']);

const field = (error: Error, name: string): unknown => Reflect.get(error, name);

type Listening = Pick<Config, 'host' | 'port' | 'metrics'>;

/** The place that could not be listened on, and the variables that name another one. */
function failedPlace(error: Error, { host, port, metrics }: Listening) {
  const isForMetrics = metrics && metrics.port !== port && field(error, 'port') === metrics.port;
  return isForMetrics
    ? { ...metrics, hostVariable: 'METRICS_HOST', portVariable: 'METRICS_PORT' }
    : { host, port, hostVariable: 'API_HOST', portVariable: 'API_PORT' };
}

/** What went wrong at the start and what to do about it, for whoever reads the log; without a secret. */
export function startFailure(error: unknown, config: Listening & Pick<Config, 'databaseUrl'>): string {
  if (!(error instanceof Error)) return 'The API could not start.';
  const isListening = field(error, 'syscall') === 'listen';
  if (isListening) {
    const { host, port, hostVariable, portVariable } = failedPlace(error, config);
    const place = `port ${port} of ${host}`;
    return field(error, 'code') === 'EADDRINUSE'
      ? `Another program listens on ${place}. End it, or choose another port with ${portVariable}.`
      : `The API cannot listen on ${place} (${error.message}). Check ${hostVariable} and ${portVariable}.`;
  }
  if (isDatabaseUnavailable(error) || REFUSED_STATES.has(String(field(error, 'code')))) {
    const { host } = new URL(config.databaseUrl);
    return `The database at ${host} cannot be used (${error.message}). Check that it runs, and DATABASE_URL.`;
  }
  return 'The API could not start.';
}
