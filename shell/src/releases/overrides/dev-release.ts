import { parseModuleBuild, type ModuleBuild } from '@dps/shared-contracts';

const PATIENCE_MS = 5_000;

const MOST_WORDS = 400;
const wordsOf = async (response: Response): Promise<string> => (await response.text()).slice(0, MOST_WORDS);

/**
 * Asks a dev server for the release that it serves.
 *
 * @param origin `http://localhost:4300`
 * @throws in words what is wrong: it does not answer, or serves something else
 */
export async function fetchDevRelease(origin: string, module: string): Promise<ModuleBuild> {
  const address = `${origin}/release.json`;
  const response = await fetch(address, {
    // Whose session this is is no business of a server that may be anybody's.
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined);
  if (!response) throw new Error(`${address} does not answer`);
  // A server that could not build says why.
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await wordsOf(response)}`);
  const build = parseModuleBuild(await response.text(), origin);
  if (build.name !== module) throw new Error(`${address} is about ${build.name}`);
  return build;
}
