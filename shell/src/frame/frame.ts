import { preloadable } from '../modules/preloadable.tsx';

/** What screens of signed-in users stand in. The chunk's name tells the build to have it fetched ahead for them. */
export const frame = preloadable(() => import(/* webpackChunkName: "frame" */ './Frame.tsx'));
