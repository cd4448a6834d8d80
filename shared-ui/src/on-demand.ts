import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { toast } from '@dps/ui/toast';
import { loadWhenReachable } from './load-when-reachable.ts';

/**
 * React's `lazy` for a part that loads after the page, for example a dialog. While the server is unreachable, the part
 * waits and a toast reports this: an error would replace the page with all its input. If the server responds and the second
 * request fails too, the file is missing or damaged. Then the error reaches the error boundary, which loads another release.
 */
export const onDemand = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadWhenReachable(load, toast));
