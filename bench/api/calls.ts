import { paths } from '@dps/shared-contracts';

/** A database of some size, with the two servers that answer out of it. */
export interface Target {
  jobs: number;
  cookie: string;
  jobId: number;
  /** Addresses. */
  api: string;
  baseline: string;
}

export interface Call {
  name: string;
  path(target: Target): string;
  /** The least share of the baseline's requests per second that the API should reach. */
  goal: number;
}

/** What is measured. */
export const CALLS: readonly Call[] = [
  { name: 'list of 20', path: () => `${paths.availableJobs()}?limit=20`, goal: 0.95 },
  { name: 'job by id', path: ({ jobId }) => paths.job(jobId), goal: 0.85 },
];

/** The most by which the list's median time may grow from the smallest table to the largest. */
export const GROWTH_GOAL = 1.2;
