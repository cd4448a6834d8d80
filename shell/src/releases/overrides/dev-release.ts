import { parseModuleBuild, type ModuleBuild } from '@dps/contract';

const TIMEOUT_MS = 5_000;

/** Maximum length of a quoted response, in characters. */
const MAX_QUOTED = 400;
const quote = async (response: Response): Promise<string> => (await response.text()).slice(0, MAX_QUOTED);

/**
 * Fetches the release of a dev server.
 *
 * @param origin `http://localhost:4300`
 * @throws with a message for the user, if the server does not respond or serves another module
 */
export async function fetchDevRelease(origin: string, module: string): Promise<ModuleBuild> {
  const address = `${origin}/release.json`;
  const response = await fetch(address, {
    // The server is not trusted with the user's session.
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  if (!response) throw new Error(`${address} does not respond`);
  // After a failed build, the response has its reason.
  if (!response.ok) throw new Error(`${address} responded with ${response.status}: ${await quote(response)}`);
  const build = parseModuleBuild(await response.text(), origin);
  if (build.name !== module) throw new Error(`${address} serves the module ${build.name}`);
  return build;
}
