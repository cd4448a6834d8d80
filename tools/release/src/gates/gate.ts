import type { Registry } from '@dps/shared-contracts';
import type { ReleaseStore } from '@dps/release-store/release-store';
import type { Build } from '../commands/build-folder.ts';

/** A build that is about to become a release, and what it would run beside. */
export interface Candidate {
  build: Build;
  store: ReleaseStore;
  /** Undefined in an empty store, which the first shell begins. */
  registry: Registry | undefined;
}

/** Hears how far a gate is, and for programs what it has measured. */
export type Tell = (line: string, facts?: object) => void;

/** A rule that every release has to keep before it is published. */
export interface Gate {
  /** What it looks at, for whoever waits for it: `contract`. */
  name: string;
  /**
   * @param tell hears how far it is, where it takes a while, and what it has measured
   * @returns what is wrong, a sentence each that says what to do; nothing where the candidate may pass
   */
  check: (candidate: Candidate, tell: Tell) => Promise<string[]>;
}
