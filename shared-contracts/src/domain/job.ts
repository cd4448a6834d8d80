import type { Role } from './role.ts';

export const JOB_STATUSES = ['pending', 'in-progress', 'review', 'completed', 'paid'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_STATUS_LABELS = {
  pending: 'Pending',
  'in-progress': 'In Progress',
  review: 'Review',
  completed: 'Completed',
  paid: 'Paid',
} as const satisfies Record<JobStatus, string>;

/** Next status of each status. */
const NEXT = {
  pending: 'in-progress',
  'in-progress': 'review',
  review: 'completed',
  completed: 'paid',
  paid: null,
} as const satisfies Record<JobStatus, JobStatus | null>;

/** Returns the next status; null after the last. */
export function nextStatus(status: JobStatus): JobStatus | null {
  return NEXT[status];
}

/** Statuses before the work is submitted: the owner may edit the job, and the assigned pilot sets the progress. */
export const UNSUBMITTED_STATUSES: readonly JobStatus[] = ['pending', 'in-progress'];
/** Statuses in which the assigned pilot adds and deletes deliverables. */
export const DELIVERABLE_STATUSES: readonly JobStatus[] = ['in-progress', 'review', 'completed'];
/** Statuses in which the owner may pay by card. */
export const PAYABLE_STATUSES: readonly JobStatus[] = ['review', 'completed'];
/** The error of a budget that falls after a pilot has accepted the job. */
export const BUDGET_MAY_NOT_FALL = 'The budget can rise but not fall after a pilot has accepted the job';
/** Returns whether the owner may change the budget to this amount: it may not fall after a pilot has accepted the job. */
export function budgetMayBecome(amount: number, job: { budget: number; pilotId: number | null }): boolean {
  return job.pilotId === null || amount >= job.budget;
}
/** Maximum number of jobs that a pilot has accepted and not started. */
export const ACCEPTED_JOBS_PER_PILOT = 10;
/** Maximum number of times that the owner of a job asks for changes. */
export const CHANGE_REQUESTS_PER_JOB = 10;
/** Minutes for which the pilot may take submitted work back, unless the owner opens the job before. */
export const TAKE_BACK_MINUTES = 10;
/** Days after which an assignment ends that the owner asks to end, unless the pilot decides before. */
export const END_REQUEST_DAYS = 3;
/** The statuses in the order of a user's next steps. */
export const NEXT_STEPS = {
  pilot: ['in-progress', 'pending', 'review', 'completed', 'paid'],
  client: ['completed', 'review', 'in-progress', 'pending', 'paid'],
} as const satisfies Record<Role, readonly JobStatus[]>;
/** Statuses that count as earned or invested. */
export const SETTLED_STATUSES: readonly JobStatus[] = ['completed', 'paid'];

/** Returns the number of a job for users: its id with at least three digits, `#DPS-2024-001`. */
export function jobNumber(id: number): string {
  return `#DPS-2024-${String(id).padStart(3, '0')}`;
}
