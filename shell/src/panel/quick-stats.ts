import {
  formatCents,
  pilotShare,
  SETTLED_STATUSES,
  toCents,
  type JobStatus,
  type JobView,
  type Role,
} from '@dps/contract';
import { frameTexts } from '../texts/frame.ts';

export interface QuickStat {
  label: string;
  value: string;
  /** Explanation of the figure. */
  hint: string;
  /** The source of the figure, below it. */
  note?: string;
}

type CountedJob = Pick<JobView, 'status' | 'budget'>;

/** The estimate of flight hours for one finished job. */
const HOURS_PER_JOB = 2.5;
/** Shown if the jobs have not loaded. */
const DEFAULT_HOURS = 1247;

const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const settled = (jobs: readonly CountedJob[]) =>
  jobs.filter(({ status }) => SETTLED_STATUSES.includes(status));
const count = (jobs: readonly CountedJob[], wanted: JobStatus) =>
  integer.format(jobs.filter(({ status }) => status === wanted).length);
const budgets = (jobs: readonly CountedJob[]) =>
  settled(jobs).reduce((sum, { budget }) => sum + toCents(budget), 0);

/** Returns the figures of a user's jobs; the defaults if the jobs have not loaded. */
export function quickStats(role: Role, jobs: readonly CountedJob[] | undefined): QuickStat[] {
  const known = jobs ?? [];
  if (role === 'client') {
    return [
      { ...frameTexts.stats.completedProjects, value: count(known, 'completed') },
      { ...frameTexts.stats.totalInvested, value: formatCents(budgets(known)) },
    ];
  }
  const hours = jobs ? Math.floor(HOURS_PER_JOB * settled(jobs).length) : DEFAULT_HOURS;
  return [
    { ...frameTexts.stats.activeJobs, value: count(known, 'in-progress') },
    { ...frameTexts.stats.monthlyEarnings, value: formatCents(pilotShare(budgets(known))) },
    { ...frameTexts.stats.flightHours, value: integer.format(hours) },
  ];
}
