import { array, boolean, number, type InferType } from 'yup';
import { jobChangeView, type Actor, type JobChangeView } from '@dps/contract';

/** A change as the SQL of `changeOfJob` writes it. */
const jobChange = jobChangeView.shape({
  /** Id of the event in the history; null for an event that was written again. */
  id: number().integer().nullable().defined(),
  /** The users who see the job. */
  accounts: array(number().integer().required()).required(),
  /** True if the change concerns the jobs that all pilots can accept. */
  isOpen: boolean().required(),
});
export type JobChange = InferType<typeof jobChange>;

/** Reads a change from the database. Throws for a malformed one. */
export const toJobChange = (value: unknown): JobChange => jobChange.validateSync(value, { strict: true });

/** Reads the parties of a changed thread from the database. Throws for a malformed list. */
export const toUserIds = (value: unknown): number[] => userIds.validateSync(value, { strict: true });
const userIds = array(number().integer().required()).required();

/** Event after which a client reads all data again. */
export const RESET = 'event: reset\ndata: {}\n\n';
/** Event after which a client reads its threads again. */
export const THREADS = 'event: threads\ndata: {}\n\n';
/** Event after which a pilot reads the shares and payouts again. */
export const SHARES = 'event: shares\ndata: {}\n\n';
const AVAILABLE = 'event: available\ndata: {}\n\n';

/** Returns the line that sets the id from which a client resumes. */
export const idLine = (id: number): string => `id: ${id}\n`;

/**
 * Returns the server-sent event of a change for a user, or null. For a pilot without the job, it states only that the list of open
 * jobs has changed.
 */
export function eventFor({ id: userId, role }: Actor, change: JobChange): string | null {
  const { id, jobId, updatedAt, kind, accounts, isOpen } = change;
  const prefix = id === null ? '' : idLine(id);
  if (accounts.includes(userId))
    return `${prefix}event: job\ndata: ${JSON.stringify({ jobId, updatedAt, kind } satisfies JobChangeView)}\n\n`;
  return isOpen && role === 'pilot' ? prefix + AVAILABLE : null;
}
