import { paths } from '@dps/contract';

/** A database and the two servers that use it. */
export interface Target {
  jobs: number;
  cookie: string;
  jobId: number;
  /** URL of the API. */
  api: string;
  /** URL of the baseline. */
  baseline: string;
}

export interface Call {
  name: string;
  path: (target: Target) => string;
  /** Minimum ratio of the API's requests per second to the baseline's. */
  goal: number;
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
