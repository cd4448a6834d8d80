import { inTasks } from '../modules/in-tasks.ts';
import { failStart } from '../modules/start-failure.ts';
import { preloadable } from '../modules/preloadable.tsx';

/** The frame of signed-in users. Without it, the start of the shell fails. By the chunk's name, the build preloads it. */
export const frame = preloadable(() => {
  const packages = [() => import('@dps/ui/data')];
  const loading = inTasks(packages, () => import(/* webpackChunkName: "frame" */ './Frame.tsx'));
  loading.catch(failStart);
  return loading;
});
