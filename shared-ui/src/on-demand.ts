import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { paths } from '@dps/shared-contracts';
import { toast } from '@dps/ui/toast';
import { texts } from './texts.ts';

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

async function loadWhenReachable<Part>(load: () => Promise<Part>): Promise<Part> {
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

/**
 * React's `lazy` for a part that loads after the page, for example a dialog. While the server is unreachable, the part
 * waits and a toast says so: an error would replace the page with all its input. If the server responds and the second
 * request fails too, the file is missing or damaged. Then the error reaches the error boundary, which loads another release.
 */
export const onDemand = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadWhenReachable(load));
