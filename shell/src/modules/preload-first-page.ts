import { findRoute, type Registry } from '@dps/contract';
import { needsStore } from '../session/store-part.ts';
import { moduleLoader } from './active-loader.ts';
import { wait } from './in-tasks.ts';

/** The longest wait of the first render for its page, in ms. After that, a spinner replaces the outline of the document. */
const TIMEOUT_MS = 1_000;

/**
 * Waits until the page of an address has loaded and can render, so that the first render replaces the outline by it. A page that
 * fails shows its own error later.
 *
 * @param pathname the path of the address
 * @param parts load the store, and what a page of a signed-in user needs: the frame and the session
 * @throws if the frame or the store does not load
 */
export async function preloadFirstPage(
  registry: Registry,
  pathname: string,
  parts: Record<'store' | 'user', () => PromiseLike<unknown>>,
): Promise<void> {
  const match = findRoute(registry, pathname);
  if (!match) return;
  const page = moduleLoader().page(match.module, match.route.path);
  const needed: PromiseLike<unknown>[] = [Promise.allSettled([page])];
  if (match.route.access === 'user') needed.push(parts.user());
  if (needsStore(match.route)) needed.push(parts.store());
  await Promise.race([Promise.all(needed), wait(TIMEOUT_MS)]);
}
