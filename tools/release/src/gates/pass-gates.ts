import { Refusal } from '@dps/release-store/refusal';
import { titleOf } from '../commands/build-folder.ts';
import type { Candidate, Gate, Tell } from './gate.ts';

/**
 * Has each gate look at a candidate, whatever the others say, so that a team learns of everything at once.
 *
 * @throws Refusal with all that is wrong
 */
export async function passGates(gates: readonly Gate[], candidate: Candidate, tell: Tell): Promise<void> {
  const problems: string[] = [];
  for (const { name, check } of gates) {
    const found = await check(candidate, tell);
    problems.push(...found.map((problem) => `  [${name}] ${problem}`));
  }
  if (problems.length === 0) return;
  const title = titleOf(candidate.build);
  throw new Refusal(`${title} is not published:\n${problems.join('\n')}\nNothing was changed.`);
}
