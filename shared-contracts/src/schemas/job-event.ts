import { array, number, object, string, type InferType } from './yup.ts';
import { deadline, id, instant, money } from './fields.ts';
import { contentView } from './job.ts';
import { areaSummary } from './job-area.ts';
import { limited, page } from './parameters.ts';
import { FLIGHT_LOG_STATES } from '../domain/flight-evidence.ts';
import { JOB_STATUSES } from '../domain/job.ts';
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '../domain/payment-status.ts';

/**
 * Kinds of events in the history of a job. `edited`: the client changed fields. `status`: one step forward, or paid.
 * `changes-requested`: back to in-progress, with a comment of the owner.
 * `taken-back`: back to in-progress, by the pilot. `assignment-ended`: by the pilot's consent, or without a decision. A `refund`
 * or a `dispute` is also an event when it ends. `flight-log`: the log of a flight was uploaded, and then read or refused.
 */
export const JOB_EVENT_KINDS = [
  'posted',
  'edited',
  'accepted',
  'released',
  'pilot-removed',
  'end-requested',
  'end-declined',
  'assignment-ended',
  'status',
  'changes-requested',
  'taken-back',
  'progress',
  'file-added',
  'file-removed',
  'flight-added',
  'flight-log',
  'payment',
  'refund',
  'dispute',
  'report-shared',
  'report-revoked',
  'question-asked',
  'question-answered',
] as const;
export type JobEventKind = (typeof JOB_EVENT_KINDS)[number];

/** Maximum number of events in a response: fewer than other rows, because one may contain two long descriptions. */
export const JOB_EVENTS_PAGE_LIMIT = 50;

/** GET /api/jobs/{id}/events: a page of the history, newest first. */
export const jobEventsQuery = object({ ...page, limit: limited(JOB_EVENTS_PAGE_LIMIT).optional() }).exact();
export type JobEventsQuery = InferType<typeof jobEventsQuery>;

/** Values of a job before or after an event. Each kind of event has some of them; a deadline has the format of an input. */
const values = () =>
  object(contentView)
    .partial()
    .shape({
      deadline: deadline(),
      area: areaSummary(),
      status: string().oneOf(JOB_STATUSES),
      progress: number().integer(),
      comment: string(),
      reason: string(),
      fileName: string(),
      flightNumber: string(),
      duration: number().integer(),
      logState: string().oneOf(FLIGHT_LOG_STATES),
      amount: money(),
      refundedAmount: money(),
      /** What the client's bank disputes or has taken. */
      disputedAmount: money(),
      paymentStatus: string().oneOf(PAYMENT_STATUSES),
      provider: string().oneOf(PAYMENT_PROVIDERS),
    })
    .noUnknown()
    .default(undefined);

const person = () => object({ name: string().required() }).noUnknown().default(undefined);

/**
 * An event in the history of a job. `actor` is null for a change by the payment provider or the operators. `pilot` is the pilot
 * who accepted, released or lost the job.
 */
export const jobEventView = object({
  id: id().required(),
  at: instant().required(),
  kind: string().oneOf(JOB_EVENT_KINDS).required(),
  actor: person().nullable().defined(),
  pilot: person().nullable().defined(),
  before: values().nullable().defined(),
  after: values().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'JobEvent' });
export type JobEventView = InferType<typeof jobEventView>;

export const jobEventListView = array(jobEventView.required()).required();
