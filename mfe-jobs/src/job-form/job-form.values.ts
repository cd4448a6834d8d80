import {
  BUDGET_MAY_NOT_FALL,
  budgetMayBecome,
  contentOf,
  deadlineDay,
  decimalDollars,
  isVisible,
  jobForm,
  localDay,
  PAST_DEADLINE,
  parseDollars,
  type JobContent,
  type JobView,
} from '@dps/contract';
import { isApiError } from '@dps/contract/client';

/**
 * The fields of the form, as typed. The deadline is `YYYY-MM-DD`; the time is `HH:MM` in the viewer's time zone, and empty for a
 * deadline without a time.
 */
export type JobFormValues = Record<Exclude<keyof JobContent, 'area'> | 'time', string>;
export type JobField = keyof JobFormValues;

export const EMPTY_JOB: JobFormValues = {
  title: '',
  description: '',
  surveyType: '',
  location: '',
  budget: '',
  deadline: '',
  time: '',
};

export const JOB_FIELDS = Object.keys(EMPTY_JOB).filter((name): name is JobField => name in EMPTY_JOB);
const CONTENT_FIELDS = JOB_FIELDS.filter((name) => name !== 'time');

/** The time in the viewer's time zone as `HH:MM`. */
function localTime(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The form values of a posted job: the deadline in the viewer's time zone, the budget in dollars. */
export function valuesOf(job: JobView): JobFormValues {
  return {
    ...contentOf(job),
    budget: decimalDollars(job.budget).replace('.00', ''),
    deadline: deadlineDay(job),
    time: job.deadlineHasTime ? localTime(new Date(job.deadline)) : '',
  };
}

/** The deadline for the API: a calendar date without a time, or an instant from the viewer's time zone. */
export function joinDeadline(day: string, time: string): string {
  return time === '' ? day : new Date(`${day}T${time}`).toISOString();
}

const typedContent = ({ time, ...fields }: JobFormValues) => ({
  ...fields,
  deadline: joinDeadline(fields.deadline, time),
});

/** The content of a posted job. */
function postedContent(job: JobView): JobContent {
  return { ...contentOf(job), deadline: job.deadlineHasTime ? job.deadline : deadlineDay(job) };
}

/**
 * The job content of a valid form.
 *
 * @param posted the job that the form edits. Unchanged fields keep its exact values, because the form shows some of them in
 * part: it omits the seconds of a deadline, and an hour that a clock change repeats looks the same twice.
 * @throws ValidationError if the form is invalid
 */
export function toJobContent(values: JobFormValues, posted?: JobView): JobContent {
  const typed = typedContent(values);
  const content = jobForm.validateSync(typed);
  if (!posted) return content;
  const shown = typedContent(valuesOf(posted));
  const stored = postedContent(posted);
  const unchanged = CONTENT_FIELDS.filter((name) => typed[name] === shown[name]);
  return { ...content, ...Object.fromEntries(unchanged.map((name) => [name, stored[name]])) };
}

/** Whether the deadline is in the past, by its day in the viewer's time zone or by its time. False while it is empty. */
export function isPastDeadline(
  { deadline, time }: Pick<JobFormValues, 'deadline' | 'time'>,
  now: Date,
): boolean {
  if (deadline === '') return false;
  return time === '' ? deadline < localDay(now) : new Date(`${deadline}T${time}`) < now;
}

type FormErrors = Partial<Record<JobField, string>>;

/** The errors of a new job that the schema does not contain: a deadline in the past. */
export function newJobErrors(values: JobFormValues, now: Date): FormErrors {
  return isPastDeadline(values, now) ? { deadline: PAST_DEADLINE } : {};
}

/** The errors of an edited job that the schema does not contain: a new deadline in the past, or a budget that may not fall. */
export function editErrors(values: JobFormValues, job: JobView, now: Date): FormErrors {
  const { deadline, time } = valuesOf(job);
  const isMoved = values.deadline !== deadline || values.time !== time;
  const budget = parseDollars(values.budget);
  return {
    ...(isMoved && newJobErrors(values, now)),
    ...(Number.isFinite(budget) && !budgetMayBecome(budget, job) && { budget: BUDGET_MAY_NOT_FALL }),
  };
}

/** The fields that the jobs page requires before its form can be submitted. */
const REQUIRED = ['title', 'surveyType', 'location', 'budget', 'deadline'] as const;

/** Whether title, survey type, location, budget and deadline are filled in. */
export function isFilled(values: JobFormValues): boolean {
  return REQUIRED.every((name) => isVisible(values[name]));
}

/** Whether two forms have the same values. */
export function sameValues(one: JobFormValues, other: JobFormValues): boolean {
  return JOB_FIELDS.every((name) => one[name] === other[name]);
}

/** The server's error messages by field name; empty if the error names no field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = isApiError(error) ? (error.fields ?? []) : [];
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]));
}
