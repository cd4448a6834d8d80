import type { Registry } from '@dps/contract';
import type { TeamKey } from '../store/key-ring.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { UnchangedError } from '../store/command-error.ts';
import { titleOf, type Build } from './build-folder.ts';

/** A build to publish, with the registry that it would join. */
export interface Candidate {
  build: Build;
  store: ReleaseStore;
  /** Undefined in an empty store. */
  registry: Registry | undefined;
  /** The keys of the deployment, with the origins that pages may call. */
  keys: readonly TeamKey[];
}

/** Receives the progress of a gate as text, and its measurements as data. */
export type Report = (line: string, facts?: object) => void;

/** A rule for every release. */
export interface Gate {
  /** Name in progress messages: `contract`. */
  name: string;
  /**
   * @param report receives progress and measurements
   * @returns one sentence for each problem, with its solution; empty if the candidate passes
   */
  check: (candidate: Candidate, report: Report) => Promise<string[]>;
}

/**
 * Runs all gates, so that one attempt reports all problems.
 *
 * @throws CommandError that lists all problems
 */
export async function passGates(gates: readonly Gate[], candidate: Candidate, report: Report): Promise<void> {
  const problems: string[] = [];
  for (const { name, check } of gates) {
    const found = await check(candidate, report);
    problems.push(...found.map((problem) => `  [${name}] ${problem}`));
  }
  if (problems.length === 0) return;
  const title = titleOf(candidate.build);
  throw new UnchangedError(`${title} is not published:\n${problems.join('\n')}`);
}
