import type { JobStatus, JobView, Role } from '@dps/shared-contracts';

export type NotificationType = 'info' | 'warning' | 'success';

/** What a job has to say to its pilot or client. Derived on the device, never stored. */
export interface Notification {
  /** `job-{jobId}-{status}`: a change of progress alone does not alert again. */
  id: string;
  jobId: number;
  title: string;
  message: string;
  type: NotificationType;
  /** When the job came to this status: ISO 8601. */
  time: string;
}

type NotifyingJob = Pick<JobView, 'id' | 'title' | 'status' | 'progress' | 'updatedAt'>;

type Words = Pick<Notification, 'title' | 'message' | 'type'>;
type Rule = (job: NotifyingJob) => Words;

/** How many the list shows. */
const SHOWN = 5;

const delivered: Rule = ({ title }) => ({
  title: 'Job Completed',
  message: `"${title}" is ready for review`,
  type: 'success',
});

const RULES = {
  pilot: {
    pending: ({ title }) => ({
      title: 'New Job Assignment',
      message: `You've been assigned to "${title}"`,
      type: 'info',
    }),
    review: ({ title }) => ({
      title: 'Job Under Review',
      message: `"${title}" is being reviewed by client`,
      type: 'warning',
    }),
  },
  client: {
    'in-progress': ({ title, progress }) => ({
      title: 'Job In Progress',
      message: `"${title}" is ${progress}% complete`,
      type: 'info',
    }),
    review: delivered,
    completed: delivered,
  },
} as const satisfies Record<Role, Partial<Record<JobStatus, Rule>>>;

/** What somebody's jobs have to say, newest first. A pilot's jobs are those assigned to the pilot. */
export function notificationsOf(role: Role, jobs: readonly NotifyingJob[]): Notification[] {
  const rules: Partial<Record<JobStatus, Rule>> = RULES[role];
  return jobs
    .flatMap((job) => {
      const words = rules[job.status]?.(job);
      return words
        ? [{ id: `job-${job.id}-${job.status}`, jobId: job.id, time: job.updatedAt, ...words }]
        : [];
    })
    .toSorted((a, b) => b.time.localeCompare(a.time) || a.id.localeCompare(b.id));
}

/** The unread ones: how many there are, and the newest of them for the list. */
export function unreadOf(
  notifications: readonly Notification[],
  read: readonly string[],
): { count: number; shown: Notification[] } {
  const unread = notifications.filter(({ id }) => !read.includes(id));
  return { count: unread.length, shown: unread.slice(0, SHOWN) };
}

/**
 * The ids to keep as read after some notifications were read: those that were read before, of jobs that are still there,
 * and theirs. All are read through "Mark all as read"; one is read when it is followed to its job.
 */
export function readAfter(
  notifications: readonly Pick<Notification, 'id'>[],
  read: readonly string[],
  jobs: readonly Pick<NotifyingJob, 'id'>[],
): string[] {
  return [...new Set([...prune(read, jobs), ...notifications.map(({ id }) => id)])];
}

/** The address at which a notification's job opens. */
export function addressOf({ jobId }: Pick<Notification, 'jobId'>): string {
  return `/jobs?job=${jobId}`;
}

/** Leaves out the ids of jobs that are gone. */
export function prune(read: readonly string[], jobs: readonly Pick<NotifyingJob, 'id'>[]): string[] {
  return read.filter((id) => jobs.some((job) => id.startsWith(`job-${job.id}-`)));
}
