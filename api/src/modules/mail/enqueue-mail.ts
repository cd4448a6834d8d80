import type { EntityManager } from 'typeorm';
import type { MailTopic } from '@dps/contract';
import { sendJob } from '../../platform/background/send-job.ts';

type NoFacts = Record<string, never>;

/** The details of each kind of mail. Amounts are texts of cents, and `address` is a recipient other than the current address of the user. */
export interface MailDetails {
  /** `passkeys`: the number of passkeys that a mailed link has removed. */
  'password-changed': { passkeys?: string };
  'password-reset': NoFacts;
  'new-device': { device: string | null; network: string };
  /** The name of a passkey, or the authenticator app. */
  'factor-added': { name: string } | { factor: 'app' };
  'factor-removed': { name: string } | { factor: 'app' };
  'recovery-code-used': { left: string };
  'export-ready': { until: string };
  'deletion-requested': { deletesAt: string };
  'account-deleted': { name: string; username: string };
  'email-confirmation': NoFacts;
  'email-change': { address: string };
  'email-change-requested': { address: string };
  /** `change`: the id of the row in `email_changes`. */
  'email-changed': { address: string; change: string };
  'email-restored': { address: string };
  'job-accepted': NoFacts;
  'job-review': NoFacts;
  'job-completed': { amount: string };
  'job-paid': { amount: string };
  'job-refunded': { amount: string };
  'changes-requested': { comment: string };
  'assignment-end':
    | { outcome: 'withdrawn' | 'removed' | 'requested'; reason: string }
    | { outcome: 'declined' | 'agreed' | 'granted' };
  'budget-changed': { before: string; after: string };
  'deadline-tomorrow': { deadline: string };
  questions: { outcome: 'asked' | 'answered' };
  /** `pilotId`: the pilot of the thread with unread messages. */
  messages: { pilotId: string };
  /**
   * A new state of the account, or of a payout from it. `dueAt`: the time by which the provider needs information; null without such a
   * time. `reason`: why a payout failed, if the bank reports it.
   */
  'payout-account':
    | { state: 'needs-information' | 'ready' | 'refused'; dueAt: string | null }
    | { state: 'payout-paid'; amount: string }
    | { state: 'payout-failed'; amount: string; reason: string | null };
}

/** The topics about a job. */
type JobTopic = Exclude<MailTopic, 'payout-account'>;

/** Only the sender finds out whether the address of a request has a user. A deleted account has none. */
type Recipient<Kind> = Kind extends JobTopic
  ? { userId: number; jobId: number }
  : Kind extends 'password-reset' | 'account-deleted'
    ? { address: string }
    : { userId: number };

/** A mail to send. */
export type NewMail = {
  [Kind in keyof MailDetails]: { kind: Kind; detail: MailDetails[Kind] } & Recipient<Kind>;
}[keyof MailDetails];

// Mails about two threads of a job stay two. A merged mail reports the changes since the previous mail: the first budget, and the sum of the refunds.
const MERGE = `
  UPDATE outgoing_mails SET created_at = now(), detail = CASE kind
      WHEN 'budget-changed' THEN $4::jsonb || jsonb_build_object('before', detail -> 'before')
      WHEN 'job-refunded' THEN
        jsonb_build_object('amount', ((detail ->> 'amount')::numeric + ($4::jsonb ->> 'amount')::numeric)::text)
      ELSE $4::jsonb END
  WHERE kind = $1 AND user_id = $2 AND job_id = $3 AND attempted_at IS NULL AND sent_at IS NULL
    AND (kind <> 'messages' OR detail = $4)`;

const INSERT = `
  INSERT INTO outgoing_mails (kind, user_id, job_id, detail, address) VALUES ($1, $2, $3, $4, $5) RETURNING id`;

/**
 * Writes a mail and the job that sends it, in the transaction of their cause. A mail about a job changes the unsent mail of its
 * user, job and topic instead, if there is one. The caller has locked the job, so that changes of one job do not run side by side.
 * If the update waits for the sender, it then finds that the sender has taken the mail, and another one is written.
 *
 * @param delaySeconds the time until the mail is sent
 */
export async function enqueueMail(manager: EntityManager, mail: NewMail, delaySeconds = 0): Promise<void> {
  const { kind, detail } = mail;
  const [userId, address] = 'address' in mail ? [null, mail.address] : [mail.userId, null];
  const jobId = 'jobId' in mail ? mail.jobId : null;
  const values = [kind, userId, jobId, JSON.stringify(detail)];
  if (jobId !== null) {
    const [, merged] = await manager.query<[unknown[], number]>(MERGE, values);
    if (merged > 0) return;
  }
  const [row] = await manager.query<{ id: number }[]>(INSERT, [...values, address]);
  if (row) await sendJob(manager, 'mail', row.id, delaySeconds);
}

interface WaitingMail {
  kind: MailTopic;
  userId: number;
  jobId: number;
  detail?: Readonly<Record<string, string>>;
}

const DROP_WAITING = `
  DELETE FROM outgoing_mails WHERE kind = $1 AND user_id = $2 AND job_id = $3 AND attempted_at IS NULL AND sent_at IS NULL
    AND detail @> $4`;

/** Deletes a mail about a job that no attempt has been made to send. `detail` has the values by which it differs from others. */
export async function dropWaitingMail(
  manager: EntityManager,
  { kind, userId, jobId, detail = {} }: WaitingMail,
): Promise<void> {
  await manager.query(DROP_WAITING, [kind, userId, jobId, JSON.stringify(detail)]);
}
