import type { Config } from './platform/config/config.ts';
import { ConfigError } from './platform/config/variables.ts';
import { isDatabaseUnavailable } from './platform/database/database-errors.ts';

/** SQLSTATEs of a server that refuses the connection: wrong credentials, or no such database. */
const REFUSED_STATES = new Set(['28000', '28P01', '3D000']);

const field = (error: Error, name: string): unknown => Reflect.get(error, name);

type Listening = Pick<Config, 'host' | 'port' | 'metrics'>;

/** Returns the address that could not be bound, and the variables that configure it. */
function failedPlace(error: Error, { host, port, metrics }: Listening) {
  const isForMetrics = metrics && metrics.port !== port && field(error, 'port') === metrics.port;
  return isForMetrics
    ? { ...metrics, hostVariable: 'METRICS_HOST', portVariable: 'METRICS_PORT' }
    : { host, port, hostVariable: 'API_HOST', portVariable: 'API_PORT' };
}

/** Returns the cause of a failed start and the remedy, as a log message without secrets. */
export function startFailure(error: unknown, config: Listening & Pick<Config, 'databaseUrl'>): string {
  if (!(error instanceof Error)) return 'The API could not start.';
  if (error instanceof ConfigError) return `The API cannot start. ${error.message}`;
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
