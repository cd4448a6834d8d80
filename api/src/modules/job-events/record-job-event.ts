import type { EntityManager } from 'typeorm';
import type { FlightLogState, JobStatus, PaymentProvider, PaymentStatus } from '@dps/contract';
import { recordAudit } from '../administration/record-audit.ts';
import { dropWaitingMail, enqueueMail, type NewMail } from '../mail/enqueue-mail.ts';
import { changeOfJob, type EventContent } from './job-event.queries.ts';

interface Added<Values> {
  before?: null;
  after: Values;
}
interface Removed<Values> {
  before: Values;
  after?: null;
}
interface Changed<Values> {
  before: Values;
  after: Values;
}
interface WithoutValues {
  before?: null;
  after?: null;
}
interface EndedAssignment {
  before: { pilotId: number; progress: number };
  after?: { reason: string };
}
interface ReturnedParts {
  paymentStatus: PaymentStatus;
  refundedAmount: number;
  /** Also what the client's bank has taken. */
  disputedAmount: number;
}
interface PaymentChange {
  /** Null for a new payment. */
  before: ReturnedParts | null;
  after: ReturnedParts & { provider: PaymentProvider; amount: number };
  payment: { id: number; transactionId: string | null };
}

/** The values before and after each kind of event, named as in the contract. Money is in cents. */
interface JobEventValues {
  posted: Added<EventContent>;
  edited: Changed<Partial<EventContent>>;
  /** The deletion of a job. */
  withdrawn: Removed<EventContent>;
  accepted: Added<{ pilotId: number }>;
  released: EndedAssignment;
  'pilot-removed': EndedAssignment;
  /** The owner asks the pilot to end the assignment. */
  'end-requested': Added<{ reason: string }>;
  'end-declined': WithoutValues;
  /** By the consent of the pilot, or without a decision. */
  'assignment-ended': Removed<{ pilotId: number; progress: number }>;
  status: Changed<{ status: JobStatus }>;
  /** The owner sends the work back. */
  'changes-requested': Added<{ comment: string }>;
  /** The pilot takes the submitted work back. */
  'taken-back': WithoutValues;
  progress: Changed<{ progress: number }>;
  'file-added': Added<{ fileName: string }>;
  'file-removed': Removed<{ fileName: string }>;
  'flight-added': Added<{ flightNumber: string; duration: number }>;
  'flight-log': Added<{ flightNumber: string; logState: FlightLogState }>;
  payment: PaymentChange;
  refund: PaymentChange;
  dispute: PaymentChange;
  /** The end of a payment without money. */
  'payment-ended': PaymentChange;
  'report-shared': WithoutValues;
  'report-revoked': WithoutValues;
  /** Without a user: only the asking pilot may find out who has asked. */
  'question-asked': WithoutValues;
  'question-answered': WithoutValues & { pilotId: number };
}

/** A job after its change. */
export interface ChangedJob {
  id: number;
  clientId: number;
  pilotId: number | null;
  budget: number;
}

/** A change of a job. */
export type JobEvent<Kind extends keyof JobEventValues = keyof JobEventValues> = {
  [Each in Kind]: {
    kind: Each;
    job: ChangedJob;
    /** The acting user; null for the payment provider and for housekeeping. */
    actorId: number | null;
    /** Time of the change, such as of an import; by default, that of the transaction. */
    at?: Date | undefined;
  } & JobEventValues[Each];
}[Kind];

type Effect<Kind extends keyof JobEventValues> = (
  manager: EntityManager,
  event: JobEvent<Kind>,
) => Promise<void>;

/**
 * SQL: writes a row of the history, and sends the change to all processes of the API when the transaction is committed.
 *
 * @param change SQL of a JSON object
 */
const writeAndNotify = (write: string, change: string) => `
  WITH event AS (${write} RETURNING *)
  SELECT pg_notify('job_changes', (${change})::text) FROM event LEFT JOIN jobs ON jobs.id = event.job_id`;

const ADD = writeAndNotify(
  `INSERT INTO job_events (job_id, at, actor_id, kind, before, after)
    VALUES ($1, coalesce($2::timestamptz, now()), $3, $4, $5, $6)`,
  changeOfJob('event'),
);

// An event that is written again keeps its id, which must not become the last one that a client has received.
const MERGE_PROGRESS = writeAndNotify(
  `UPDATE job_events SET after = $3
    WHERE id = (SELECT max(id) FROM job_events WHERE job_id = $1 AND kind IN ('accepted', 'status', 'progress'))
      AND kind = 'progress' AND at > now() - interval '1 hour' AND actor_id IS NOT DISTINCT FROM $2`,
  `${changeOfJob('event')} || '{"id": null}'`,
);

/** Adds an event to the history of its job, and to the streams of live events. */
async function history(
  manager: EntityManager,
  { job, at, actorId, kind, before, after }: JobEvent,
): Promise<void> {
  const values = [before, after].map((value) => value && JSON.stringify(value));
  await manager.query(ADD, [job.id, at ?? null, actorId, kind, ...values]);
}

/** Adds an event as `history` does. Within an hour, further progress of one pilot replaces the new value of the last event. */
async function progressHistory(manager: EntityManager, event: JobEvent<'progress'>): Promise<void> {
  const { job, actorId, after } = event;
  const merged = await manager.query<unknown[]>(MERGE_PROGRESS, [job.id, actorId, JSON.stringify(after)]);
  if (merged.length === 0) await history(manager, event);
}

/** An event of an import does not cause mail. */
const MAILED_MS = 60 * 60 * 1000;

type JobMail<Mail = NewMail> = Mail extends { jobId: number } ? Omit<Mail, 'userId' | 'jobId'> : never;

/** Writes a mail to users of a job, in the order of their ids, so that concurrent transactions do not block each other. */
async function mailTo(
  manager: EntityManager,
  recipients: readonly (number | null)[],
  { job, at }: JobEvent,
  mail: JobMail,
): Promise<void> {
  if (at && Date.now() - at.getTime() > MAILED_MS) return;
  const users = recipients.filter((id) => id !== null).toSorted((a, b) => a - b);
  for (const userId of users) await enqueueMail(manager, { ...mail, userId, jobId: job.id });
}

// The mail names the pilot of the job when it is sent.
const mailAcceptance: Effect<'accepted'> = (manager, event) =>
  mailTo(manager, [event.job.clientId], event, { kind: 'job-accepted', detail: {} });

async function mailStatus(manager: EntityManager, event: JobEvent<'status'>): Promise<void> {
  const { clientId, pilotId, budget } = event.job;
  const detail = { amount: String(budget) };
  switch (event.after.status) {
    case 'review':
      return mailTo(manager, [clientId], event, { kind: 'job-review', detail: {} });
    case 'completed':
      return mailTo(manager, [clientId], event, { kind: 'job-completed', detail });
    case 'paid':
      return mailTo(manager, [clientId, pilotId], event, { kind: 'job-paid', detail });
    case 'pending':
    case 'in-progress':
  }
}

const mailChangeRequest: Effect<'changes-requested'> = (manager, event) =>
  mailTo(manager, [event.job.pilotId], event, { kind: 'changes-requested', detail: event.after });

/** A mail that waits is about work that the client cannot review. */
const dropReviewMail: Effect<'taken-back'> = (manager, { job }) =>
  dropWaitingMail(manager, { kind: 'job-review', userId: job.clientId, jobId: job.id });

/** The other party gets the reason. Without one, the work had not started, and the mail about the acceptance has the state. */
async function mailEnd(manager: EntityManager, event: JobEvent<'released' | 'pilot-removed'>): Promise<void> {
  const { kind, job, before, after } = event;
  if (!after) return;
  const [recipient, outcome] =
    kind === 'released' ? ([job.clientId, 'withdrawn'] as const) : ([before.pilotId, 'removed'] as const);
  const detail = { reason: after.reason, outcome };
  await mailTo(manager, [recipient], event, { kind: 'assignment-end', detail });
}

const mailEndRequest: Effect<'end-requested'> = (manager, event) =>
  mailTo(manager, [event.job.pilotId], event, {
    kind: 'assignment-end',
    detail: { reason: event.after.reason, outcome: 'requested' },
  });

const mailDecline: Effect<'end-declined'> = (manager, event) =>
  mailTo(manager, [event.job.clientId], event, { kind: 'assignment-end', detail: { outcome: 'declined' } });

/** The pilot who has agreed needs no mail. */
const mailConsent: Effect<'assignment-ended'> = (manager, event) =>
  mailTo(manager, [event.job.clientId, event.actorId === null ? event.before.pilotId : null], event, {
    kind: 'assignment-end',
    detail: { outcome: event.actorId === null ? 'granted' : 'agreed' },
  });

async function mailBudget(manager: EntityManager, event: JobEvent<'edited'>): Promise<void> {
  const { before, after, job } = event;
  if (after.budget === undefined) return;
  const detail = { before: String(before.budget), after: String(after.budget) };
  await mailTo(manager, [job.pilotId], event, { kind: 'budget-changed', detail });
}

async function mailRefund(manager: EntityManager, event: JobEvent<'refund'>): Promise<void> {
  const { before, after, job } = event;
  const refunded = after.refundedAmount - (before?.refundedAmount ?? 0);
  if (refunded <= 0) return;
  const mail = { kind: 'job-refunded', detail: { amount: String(refunded) } } as const;
  await mailTo(manager, [job.clientId, job.pilotId], event, mail);
}

const mailQuestion: Effect<'question-asked'> = (manager, event) =>
  mailTo(manager, [event.job.clientId], event, { kind: 'questions', detail: { outcome: 'asked' } });

const mailAnswer: Effect<'question-answered'> = (manager, event) =>
  mailTo(manager, [event.pilotId], event, { kind: 'questions', detail: { outcome: 'answered' } });

async function auditBudget(manager: EntityManager, event: JobEvent<'edited'>): Promise<void> {
  const { before, after, job } = event;
  if (after.budget === undefined) return;
  await recordAudit(manager, {
    // Only the client may change the budget.
    actor: `user:${job.clientId}`,
    action: 'budget.changed',
    subject: `job:${job.id}`,
    before: { budget: before.budget },
    after: { budget: after.budget },
  });
}

const auditedParts = ({ paymentStatus, refundedAmount, disputedAmount }: ReturnedParts) => ({
  status: paymentStatus,
  refunded: refundedAmount,
  disputedAmount,
});

/** A pilot records a manual payment. The state of a card payment comes from the provider. */
async function auditPayment(
  manager: EntityManager,
  { before, after, job, actorId, payment }: JobEvent<'payment' | 'refund' | 'dispute' | 'payment-ended'>,
): Promise<void> {
  const { provider, amount } = after;
  await recordAudit(manager, {
    actor: provider === 'manual' && actorId !== null ? `user:${actorId}` : `provider:${provider}`,
    action:
      before?.paymentStatus === after.paymentStatus
        ? 'payment.money-returned'
        : `payment.${after.paymentStatus}`,
    subject: `job:${job.id}`,
    ...(before && { before: auditedParts(before) }),
    after: {
      payment: payment.id,
      provider,
      transaction: payment.transactionId,
      amount,
      ...auditedParts(after),
    },
  });
}

/** The effects of each kind of event, in their order. */
export const JOB_EVENT_EFFECTS: Readonly<{ [Kind in keyof JobEventValues]: readonly Effect<Kind>[] }> = {
  posted: [history],
  edited: [history, mailBudget, auditBudget],
  withdrawn: [history],
  accepted: [history, mailAcceptance],
  released: [history, mailEnd],
  'pilot-removed': [history, mailEnd],
  'end-requested': [history, mailEndRequest],
  'end-declined': [history, mailDecline],
  'assignment-ended': [history, mailConsent],
  status: [history, mailStatus],
  'changes-requested': [history, mailChangeRequest],
  'taken-back': [history, dropReviewMail],
  progress: [progressHistory],
  'file-added': [history],
  'file-removed': [history],
  'flight-added': [history],
  'flight-log': [history],
  payment: [history, auditPayment],
  refund: [history, mailRefund, auditPayment],
  dispute: [history, auditPayment],
  'payment-ended': [auditPayment],
  'report-shared': [history],
  'report-revoked': [history],
  'question-asked': [history, mailQuestion],
  'question-answered': [history, mailAnswer],
};

/** Records a change of a job in its transaction, with all effects. The caller has locked the job, or changed its row. */
export async function recordJobEvent<Kind extends keyof JobEventValues>(
  manager: EntityManager,
  event: JobEvent<Kind>,
): Promise<void> {
  for (const effect of JOB_EVENT_EFFECTS[event.kind]) await effect(manager, event);
}
