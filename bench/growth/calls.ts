import { paths } from '@dps/contract';
import type { Filled } from '../api/fill.ts';

/** A filled database, the number of its jobs, and the URL of the API that serves it. */
export interface Target extends Filled {
  databaseUrl: string;
  jobs: number;
  api: string;
}

/** A call whose time may depend on the number of jobs. */
export interface GrowthCall {
  name: string;
  path: (target: Target) => string;
  /** Returns the request's body, in JSON. Absent for a `GET`. */
  body?: () => object;
}

const available = (query: Record<string, string>) =>
  `${paths.availableJobs()}?${new URLSearchParams({ limit: '20', ...query })}`;

/** A user has a thousandth of the jobs, so the user's own jobs grow as well. */
export const GROWTH_CALLS: readonly GrowthCall[] = [
  { name: 'list of 20', path: () => available({}) },
  { name: 'search: two letters that every job has', path: () => available({ text: 'te' }) },
  { name: 'search: two letters that no job has', path: () => available({ text: 'zq' }) },
  { name: 'search: words of one job', path: ({ jobs }) => available({ text: `site ${jobs - (jobs % 5)}` }) },
  { name: 'job by id', path: ({ jobId }) => paths.job(jobId) },
  { name: "20 of a pilot's own jobs", path: ({ pilotId }) => `${paths.pilotJobs(pilotId)}?limit=20` },
  {
    name: 'post a job',
    path: () => paths.jobs(),
    body: () => ({
      title: 'Survey of a bridge',
      description: 'Orthophoto and elevation model of the bridge and of both banks.',
      surveyType: 'Infrastructure',
      location: 'Austin, TX',
      budget: 1250.5,
      deadline: '2031-03-01',
    }),
  },
];
