import { findRoute, type Registry } from '@dps/contract';
import { needsStore } from '../session/store-part.ts';
import { moduleLoader } from './active-loader.ts';

/** The longest wait of the first render for its page, in ms. After that, a spinner shows. */
const TIMEOUT_MS = 1_000;

/**
 * Waits until the page of an address, its frame and the store have loaded, if it needs them, so that the first render shows it. A page
 * that fails shows its own error later.
 *
 * @param pathname the path of the address
 * @param parts load the frame of signed-in users, and the store
 * @throws if the frame or the store does not load
 */
export async function preloadFirstPage(
  registry: Registry,
  pathname: string,
  parts: Record<'frame' | 'store', () => PromiseLike<unknown>>,
): Promise<void> {
  const match = findRoute(registry, pathname);
  const page = match ? moduleLoader().page(match.module, match.route.path) : undefined;
  const needed = [
    match?.route.access === 'user' && parts.frame(),
    match && needsStore(match.route) && parts.store(),
  ];
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([Promise.all([Promise.allSettled([page]), ...needed]), timeout]);
}
