import { readBuildFile } from '../commands/build-folder.ts';
import { contractGate } from './contract-gate.ts';
import { formatGate } from './format-gate.ts';
import type { Gate } from './gate.ts';
import { sizeGate } from './size-gate.ts';

/** Tests a candidate within the active product: visits to its pages in a real browser. */
const smokeGate: Gate = {
  name: 'smoke',
  check: async ({ build, store, registry }, report) => {
    // The browser driver loads slowly, and a rollback must be fast.
    const { tryOut } = await import('@dps/smoke/try-out');
    return tryOut({ ...build, read: (file) => readBuildFile(build, file) }, store, registry, report);
  },
};

/** The rules for every release, the fast ones first. */
export const GATES: readonly Gate[] = [formatGate, sizeGate, contractGate, smokeGate];
