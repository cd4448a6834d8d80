import { paths } from '@dps/contract';
import type { LoadedProcess } from './load.ts';

/** A database and the two servers that use it, each of one or more processes. */
export interface Target {
  jobs: number;
  cookie: string;
  jobId: number;
  api: readonly LoadedProcess[];
  baseline: readonly LoadedProcess[];
}

export interface Call {
  name: string;
  path: (target: Target) => string;
  /** Minimum ratio of the API's requests per second to the baseline's. Absent without a goal. */
  goal?: number;
}

export const CALLS: readonly Call[] = [
  { name: 'list of 20', path: () => `${paths.availableJobs()}?limit=20`, goal: 1 },
  { name: 'job by id', path: ({ jobId }) => paths.job(jobId), goal: 0.9 },
];

/** The same calls, compared with a baseline whose database connections are pipelined, as those of the API are. */
export const PIPELINED_CALLS: readonly Call[] = CALLS.map(({ name, path }) => ({
  name: `${name}, both pipelined`,
  path,
  goal: 0.85,
}));

/** Maximum growth of the list's median latency from the smallest table to the largest. */
export const GROWTH_GOAL = 1.2;
