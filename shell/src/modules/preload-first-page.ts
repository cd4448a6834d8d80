import { findRoute, type Registry } from '@dps/shared-contracts';
import { moduleLoader } from './active-loader.ts';

/** The longest wait of the first render for its page, in ms. After that, a spinner shows. */
const TIMEOUT_MS = 1_000;

/**
 * Waits until the page of an address and, if it needs one, its frame have loaded, so that the first render shows both. A page
 * that fails shows its own error later.
 *
 * @param pathname the path of the address
 * @param frame loads the frame of signed-in users
 * @throws if the frame does not load
 */
export async function preloadFirstPage(
  registry: Registry,
  pathname: string,
  frame: () => PromiseLike<unknown>,
): Promise<void> {
  const match = findRoute(registry, pathname);
  const page = match ? moduleLoader().page(match.module, match.route.path) : undefined;
  const needed = match?.route.access === 'user' ? frame() : undefined;
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([Promise.all([Promise.allSettled([page]), needed]), timeout]);
}
