import { readBuildFile } from '../commands/build-folder.ts';
import type { Gate } from './gate.ts';

/** Whether a candidate works in the product that everybody has: people's ways through its pages, in a real browser. */
export const smokeGate: Gate = {
  name: 'smoke',
  check: async ({ build, store, registry }, tell) => {
    // The browser's driver takes its time to load, which a rollback does not have.
    const { tryOut } = await import('@dps/smoke/try-out');
    return tryOut({ ...build, read: (file) => readBuildFile(build, file) }, store, registry, tell);
  },
};
