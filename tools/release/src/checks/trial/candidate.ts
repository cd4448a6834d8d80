import type { ModuleBuild, ShellBuild } from '@dps/contract';

/** A build to test. */
export type Candidate = {
  /** Reads a file by its name in the release description. Null if it is missing. */
  read: (file: string) => Promise<Uint8Array | null>;
} & ({ kind: 'module'; release: ModuleBuild } | { kind: 'shell'; release: ShellBuild });

/** Returns the title for messages: `jobs 1.1.0`. */
export const titleOf = (candidate: Candidate): string =>
  `${candidate.kind === 'shell' ? 'shell' : candidate.release.name} ${candidate.release.version}`;
