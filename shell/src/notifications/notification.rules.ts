import { formatCents, pilotShare, type JobStatus, type JobView, type Role } from '@dps/contract';

export type NotificationType = 'info' | 'warning' | 'success';

/** A notification about a job for its pilot or client. Derived in the browser, never stored. */
export interface Notification {
  /**
   * `job-{jobId}-{status}`: a change of progress alone does not create a new notification. Work that is submitted again alerts again.
   * Each change of terms and each request for changes has its own id, and so has the acceptance of each pilot.
   */
  id: string;
  jobId: number;
  title: string;
  message: string;
  type: NotificationType;
  /** The time of the job's last update or of the change, in ISO 8601. */
  time: string;
}

type NotifyingJob = Pick<
  JobView,
  | 'id'
  | 'title'
  | 'status'
  | 'progress'
  | 'updatedAt'
  | 'termsChangedAt'
  | 'handedOverAt'
  | 'changesRequestedAt'
  | 'endRequestedAt'
  | 'budget'
  | 'pilotId'
  | 'pilot'
>;

type Content = Pick<Notification, 'title' | 'message' | 'type'>;
/** Returns null if the status alone gives no notification. */
type Rule = (job: NotifyingJob) => Content | null;

/** The maximum length of the list. */
const SHOWN = 5;
/** Time for which a payment is notified, in ms. */
const PAID_SHOWN_MS = 30 * 24 * 60 * 60 * 1000;

const delivered: Rule = ({ title }) => ({
  title: 'Job Completed',
  message: `"${title}" is ready for review`,
  type: 'success',
});

/** The notification of the pilot of an unpaid job whose client has changed the budget, the deadline, the place or the description. */
const changed = ({ title }: NotifyingJob): Content => ({
  title: 'Job Changed',
  message: `The client has changed "${title}"`,
  type: 'warning',
});

/** The notification of the pilot while the work that the client has sent back is in progress. */
const sentBack = ({ title }: NotifyingJob): Content => ({
  title: 'Changes Requested',
  message: `The client asks for changes of "${title}"`,
  type: 'warning',
});

/** The notification of the pilot while the client's request to end the assignment is open. */
const toEnd = ({ title }: NotifyingJob): Content => ({
  title: 'Client Asks to End the Job',
  message: `The client asks to end your work on "${title}"`,
  type: 'warning',
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
    paid: ({ title, budget }) => ({
      title: 'Job Paid',
      message: `"${title}" is paid. You get ${formatCents(pilotShare(budget))}`,
      type: 'success',
    }),
  },
  client: {
    pending: ({ title, pilot }) =>
      pilot && { title: 'Job Accepted', message: `${pilot.name} has accepted "${title}"`, type: 'info' },
    'in-progress': ({ title, progress }) => ({
      title: 'Job In Progress',
      message: `"${title}" is ${progress}% complete`,
      type: 'info',
    }),
    review: delivered,
    completed: delivered,
  },
} as const satisfies Record<Role, Partial<Record<JobStatus, Rule>>>;

/** Returns the id of the notification about the status of a job. */
function idOf(role: Role, { id, status, pilotId, handedOverAt, changesRequestedAt }: NotifyingJob): string {
  const submittedAgain = status === 'review' && changesRequestedAt ? handedOverAt : null;
  const accepted = role === 'client' && status === 'pending' ? pilotId : null;
  const which = submittedAgain ?? accepted;
  return `job-${id}-${status}${which ? `-${which}` : ''}`;
}

/** Derives the notifications of a user's jobs, newest first. A pilot's jobs are those assigned to the pilot. */
export function notificationsOf(
  role: Role,
  jobs: readonly NotifyingJob[],
  now: number = Date.now(),
): Notification[] {
  const rules: Partial<Record<JobStatus, Rule>> = RULES[role];
  return jobs
    .flatMap((job) => {
      const { id: jobId, status, updatedAt, termsChangedAt, changesRequestedAt, endRequestedAt } = job;
      const isOld = status === 'paid' && now - Date.parse(updatedAt) > PAID_SHOWN_MS;
      const content = isOld ? null : rules[status]?.(job);
      const notifications = content ? [{ id: idOf(role, job), jobId, time: updatedAt, ...content }] : [];
      if (role === 'pilot' && termsChangedAt && status !== 'paid')
        notifications.push({
          id: `job-${jobId}-${termsChangedAt}`,
          jobId,
          time: termsChangedAt,
          ...changed(job),
        });
      if (role === 'pilot' && changesRequestedAt && status === 'in-progress')
        notifications.push({
          id: `job-${jobId}-changes-${changesRequestedAt}`,
          jobId,
          time: changesRequestedAt,
          ...sentBack(job),
        });
      if (role === 'pilot' && endRequestedAt)
        notifications.push({
          id: `job-${jobId}-end-${endRequestedAt}`,
          jobId,
          time: endRequestedAt,
          ...toEnd(job),
        });
      return notifications;
    })
    .toSorted((a, b) => b.time.localeCompare(a.time) || a.id.localeCompare(b.id));
}

/** Returns the number of unread notifications, and the newest of them for the list. */
export function unreadOf(
  notifications: readonly Notification[],
  read: readonly string[],
): { count: number; shown: Notification[] } {
  const unread = notifications.filter(({ id }) => !read.includes(id));
  return { count: unread.length, shown: unread.slice(0, SHOWN) };
}

/** Returns the ids to store after `notifications` were read: theirs and the earlier ids of jobs that still exist. */
export function readAfter(
  notifications: readonly Pick<Notification, 'id'>[],
  read: readonly string[],
  jobs: readonly Pick<NotifyingJob, 'id'>[],
): string[] {
  return [...new Set([...prune(read, jobs), ...notifications.map(({ id }) => id)])];
}

/** Returns the address that opens a notification's job. */
export function addressOf({ jobId }: Pick<Notification, 'jobId'>): string {
  return `/jobs?job=${jobId}`;
}

/** Removes the ids of jobs that no longer exist. */
export function prune(read: readonly string[], jobs: readonly Pick<NotifyingJob, 'id'>[]): string[] {
  return read.filter((id) => jobs.some((job) => id.startsWith(`job-${job.id}-`)));
}
