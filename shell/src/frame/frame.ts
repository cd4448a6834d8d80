import { giveUp } from '../modules/give-up.ts';
import { preloadable } from '../modules/preloadable.tsx';

/**
 * What screens of signed-in users stand in; a shell whose frame cannot be had, however late that turns out, is none. The
 * chunk's name tells the build to have it fetched ahead for them.
 */
export const frame = preloadable(() => {
  const loading = import(/* webpackChunkName: "frame" */ './Frame.tsx');
  loading.catch(giveUp);
  return loading;
});
