import type { UserView } from '@dps/contract';
import { dialogId } from '../url-state/parameter.ts';
import type { UrlSchema } from '../url-state/url-values.ts';
import type { ThreadKey } from './threads-api.ts';

/** The thread in the URL: `/messages?job=7&pilot=12`. */
export interface MessagesUrlState {
  job: string | null;
  pilot: string | null;
}

/** As a dialog does, an open thread has an entry in the history, so that Back leads to the list. */
export const MESSAGES_URL: UrlSchema<MessagesUrlState> = {
  defaults: { job: null, pilot: null },
  parameters: { job: dialogId, pilot: dialogId },
};

/** The page with an open thread. */
export function messagesPath({ jobId, pilotId }: ThreadKey): string {
  return `/messages?job=${jobId}&pilot=${pilotId}`;
}

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** Returns the thread in the URL; null without one. A pilot has one thread of each job. */
export function openedThread(
  values: MessagesUrlState,
  { id, role }: Pick<UserView, 'id' | 'role'>,
): ThreadKey | null {
  const jobId = idOf(values.job);
  const pilotId = role === 'client' ? idOf(values.pilot) : id;
  return jobId === null || pilotId === null ? null : { jobId, pilotId };
}
