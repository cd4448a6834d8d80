import type { ModuleBuild } from '@dps/shared-contracts';
import { fields, InvalidRegistry, release, text, type Fields } from '../../modules/registry-guard.ts';

const PATIENCE_MS = 5_000;

function isDevBuild(value: unknown, origin: string): value is ModuleBuild {
  release(value, 'release', (from: Fields, key, at) => {
    const base = from[key];
    if (typeof base !== 'string' || !base.startsWith(`${origin}/`) || !base.endsWith('/'))
      throw new InvalidRegistry(`${at}.${key}`, `a folder of ${origin}`);
  });
  const from = fields(value, 'release');
  for (const key of ['name', 'title'] satisfies (keyof ModuleBuild)[]) text(from, key, 'release');
  return true;
}

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
  const build: unknown = await response.json();
  if (!isDevBuild(build, origin)) throw new Error(`${address} is no release`);
  if (build.name !== module) throw new Error(`${address} is about ${build.name}`);
  return build;
}
