import { contractGate } from './contract-gate.ts';
import { formatGate } from './format-gate.ts';
import type { Gate } from './gate.ts';
import { sizeGate } from './size-gate.ts';
import { smokeGate } from './smoke-gate.ts';

/** What every release has to pass, the quick ones first. */
export const GATES: readonly Gate[] = [formatGate, sizeGate, contractGate, smokeGate];
