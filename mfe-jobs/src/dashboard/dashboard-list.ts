import { deadlineDay, type JobStatus, type JobView, type Role } from '@dps/shared-contracts';

/** The orders of the jobs on a dashboard. `next` starts with the user's next step. */
export const JOB_ORDERS = ['next', 'deadline', 'value', 'status'] as const;
export type JobOrder = (typeof JOB_ORDERS)[number];

/** From so many jobs on, paid jobs are folded away. */
const LONG_LIST = 11;

/** The statuses in the order of the user's next steps. */
const STEPS = {
  pilot: ['in-progress', 'pending', 'review', 'completed', 'paid'],
  client: ['completed', 'review', 'in-progress', 'pending', 'paid'],
} as const satisfies Record<Role, readonly JobStatus[]>;
const STATUSES: readonly JobStatus[] = ['pending', 'in-progress', 'review', 'completed', 'paid'];

const byDeadline = (one: JobView, other: JobView) => deadlineDay(one).localeCompare(deadlineDay(other));

/** Compares by an order; equal jobs follow their deadlines. */
function compare(order: JobOrder, role: Role): (one: JobView, other: JobView) => number {
  const rank = order === 'next' ? (STEPS[role] as readonly JobStatus[]) : STATUSES;
  return (one, other) => {
    if (order === 'value') return other.budget - one.budget || byDeadline(one, other);
    const step = order === 'deadline' ? 0 : rank.indexOf(one.status) - rank.indexOf(other.status);
    return step || byDeadline(one, other);
  };
}

/** Returns the jobs in an order, and the paid jobs of a long list apart. `folded` is empty for a short list. */
export function dashboardList(
  jobs: readonly JobView[],
  order: JobOrder,
  role: Role,
): { listed: JobView[]; folded: JobView[] } {
  const sorted = jobs.toSorted(compare(order, role));
  const folds = jobs.length >= LONG_LIST && jobs.some(({ status }) => status !== 'paid');
  const isFolded = ({ status }: JobView) => folds && status === 'paid';
  return { listed: sorted.filter((job) => !isFolded(job)), folded: sorted.filter(isFolded) };
}
