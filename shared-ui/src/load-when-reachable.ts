import { paths } from '@dps/contract';
import { texts } from './texts.ts';
import type { Toast } from './toast.ts';

/** Interval of the requests to an unreachable server, in ms. */
const INTERVAL_MS = 3000;

/** Whether the server responds, with any status. */
const isReachable = () =>
  fetch(paths.live(), { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Resolves when the server responds. The `online` event starts a request before the interval ends. */
async function untilReachable(): Promise<void> {
  while (!(await isReachable())) {
    await new Promise<void>((resolve) => {
      const again = () => {
        clearTimeout(timer);
        globalThis.removeEventListener('online', again);
        resolve();
      };
      const timer = setTimeout(again, INTERVAL_MS);
      globalThis.addEventListener('online', again);
    });
  }
}

/**
 * Loads code. While the server is unreachable, the load waits for it, and a toast reports this. A load that fails while the server
 * responds is repeated once.
 *
 * @param toast shows a toast; a module and the kit itself import the function in different ways
 * @throws if the second load fails too: the file is missing or damaged
 */
export async function loadWhenReachable<Code>(
  load: () => Promise<Code>,
  toast: (message: Toast) => void,
): Promise<Code> {
  try {
    return await load();
  } catch {
    if (!(await isReachable())) {
      toast(texts.onDemand.waiting);
      await untilReachable();
    }
    return await load();
  }
}
