import { findRoute, type Registry } from '@dps/shared-contracts';
import { moduleLoader } from './active-loader.ts';

/** How long the first render may wait for its page, in milliseconds; a spinner is better after that. */
const PATIENCE_MS = 1_000;

/**
 * Waits until the page of an address is there, and the frame around it where the page stands in one, so that the first
 * render shows both at once. A page that fails is left to its panel.
 *
 * @param pathname the path of the address
 * @param frame fetches the frame that screens of signed-in users stand in
 * @throws when the frame cannot be had, without which nothing can be shown
 */
export async function prepare(
  registry: Registry,
  pathname: string,
  frame: () => PromiseLike<unknown>,
): Promise<void> {
  const match = findRoute(registry, pathname);
  const page = match ? moduleLoader().page(match.module, match.route.path) : undefined;
  const needed = match?.route.access === 'user' ? frame() : undefined;
  const timeout = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.all([Promise.allSettled([page]), needed]), timeout]);
}
