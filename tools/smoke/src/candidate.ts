import type { ModuleBuild, ShellBuild } from '@dps/shared-contracts';

/** A build that is to be tried out. */
export type Candidate = {
  /** Reads one of its files, by its name in the table of files; null where it is missing. */
  read: (file: string) => Promise<Uint8Array | null>;
} & ({ kind: 'module'; release: ModuleBuild } | { kind: 'shell'; release: ShellBuild });

/** What people call it: `jobs 1.1.0`. */
export const titleOf = (candidate: Candidate): string =>
  `${candidate.kind === 'shell' ? 'shell' : candidate.release.name} ${candidate.release.version}`;
