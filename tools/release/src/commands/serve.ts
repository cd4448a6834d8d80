import { once } from 'node:events';
import { isPublicOrigin, isUserId, PUBLIC_ORIGIN_FORMAT } from '@dps/contract/server';
import { EXIT, CommandError } from '../store/command-error.ts';
import type { Environment } from './open-context.ts';
import type { ReadContext } from '../registry/read-registry.ts';
import { startReleaseService } from '../service/release-service.ts';

/** Returns the ids of the named users. Throws CommandError if there is none. */
function viewersOf({ RELEASE_VIEWERS }: Environment): number[] {
  const viewers = (RELEASE_VIEWERS ?? '').split(',').map((each) => each.trim());
  if (viewers.every(isUserId)) return viewers.map(Number);
  throw new CommandError(
    'RELEASE_VIEWERS names no users: expected ids of users, such as 17,42. "npm run admin -w @dps/api -- show NAME" prints the id of a user',
    EXIT.usage,
  );
}

function originOf(name: string, given: string): string {
  const url = URL.parse(given);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CommandError(
    `${name} is ${given}: expected an origin such as https://surveys.example`,
    EXIT.usage,
  );
}

function publicOriginOf(given = 'http://localhost:4200'): string {
  if (isPublicOrigin(given)) return new URL(given).origin;
  throw new CommandError(`PUBLIC_ORIGIN is ${given}: expected ${PUBLIC_ORIGIN_FORMAT}`, EXIT.usage);
}

function portOf(given = '4203'): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new CommandError(`RELEASE_SERVICE_PORT is ${given}: expected a port number`, EXIT.usage);
}

/** Returns the settings of the service. Throws CommandError if one is wrong. */
export const readServiceSettings = (environment: Environment) => ({
  viewers: viewersOf(environment),
  api: originOf('API_ORIGIN', environment['API_ORIGIN'] ?? 'http://127.0.0.1:4201'),
  publicOrigin: publicOriginOf(environment['PUBLIC_ORIGIN']),
  host: environment['RELEASE_SERVICE_HOST'] ?? '127.0.0.1',
  port: portOf(environment['RELEASE_SERVICE_PORT']),
});

/**
 * Runs the service of the page `/releases` until the signal.
 *
 * @throws CommandError if a setting is wrong
 */
export async function serve(
  {
    context,
    environment,
    metrics,
  }: { context: ReadContext; environment: Environment; metrics: readonly string[] },
  stop: AbortSignal,
  write: (line: string) => void,
): Promise<void> {
  const log = (msg: string) => write(JSON.stringify({ time: new Date().toISOString(), msg }));
  const { host, port, ...settings } = readServiceSettings(environment);
  const service = await startReleaseService({ context, ...settings, metrics, log }, { host, port });
  log(`the release service listens on ${service.url} and reads ${context.store.address}`);
  if (!stop.aborted) await once(stop, 'abort');
  await service.close();
}
