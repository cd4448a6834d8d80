import { inTasks, firstPaint } from './modules/in-tasks.ts';
import { failStart } from './modules/start-failure.ts';

/** For modules. The shell itself imports all other entries of the kit, and provides only what it imports. */
export const toast = () => import('@dps/ui/toast');

// In parts that take about as long as each other. The first one compiles the script of all of them.
const packages = [
  () => import('react'),
  () => import('react-dom/client'),
  () => import('@emotion/react'),
  () => import('@dps/ui/theme'),
  () => import('@dps/ui/router'),
  () => import('@dps/ui'),
];
firstPaint()
  .then(() => inTasks(packages, () => import('./bootstrap.tsx')))
  .catch(failStart);
