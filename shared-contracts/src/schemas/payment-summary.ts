import { array, number, object, string, type InferType } from './yup.ts';
import { text } from './fields.ts';
import { jobListView } from './job.ts';
import { paymentListView } from './payment.ts';

// Excludes offsets such as `+05:30`, whose sign PostgreSQL reads as that of POSIX.
const ZONE_NAME = /^[A-Za-z][\w+/-]*$/;

function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** GET /api/payments/summary: the time zone of the calendar months. */
export const paymentSummaryQuery = object({
  timeZone: text(64)
    .test(
      'time-zone',
      'Use a time zone such as America/Denver',
      (name) => name === undefined || isTimeZone(name),
    )
    .meta({
      jsonSchema: {
        description: 'The time zone of the calendar months, as a name of the IANA database: UTC by default',
        examples: ['America/Denver'],
      },
    })
    .optional(),
}).exact();
export type PaymentSummaryQuery = InferType<typeof paymentSummaryQuery>;

/**
 * The completed and paid jobs whose last change was in one calendar month, and the paid jobs among them. Sums in dollars: of
 * budgets, and for paid jobs of refunds and of disputed payments without their refunds. `paidAmount` includes both.
 */
const paymentMonth = object({
  month: string()
    .matches(/^\d{4}-\d{2}$/)
    .required()
    .meta({ jsonSchema: { examples: ['2026-11'] } }),
  count: number().integer().required(),
  paidCount: number().integer().required(),
  amount: number().required(),
  paidAmount: number().required(),
  refundedAmount: number().required(),
  disputedAmount: number().required(),
}).noUnknown();
export type PaymentMonth = InferType<typeof paymentMonth>;

/**
 * The totals of the completed and paid jobs by month, without months that have no job. `first` has the jobs with the latest
 * change, and `payments` the stored payments of these.
 */
export const paymentSummaryView = object({
  months: array(paymentMonth.required()).required(),
  first: jobListView,
  payments: paymentListView,
})
  .noUnknown()
  .required()
  .meta({ id: 'PaymentSummary' });
export type PaymentSummaryView = InferType<typeof paymentSummaryView>;
