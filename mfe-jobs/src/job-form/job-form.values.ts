import {
  BUDGET_MAY_NOT_FALL,
  budgetMayBecome,
  deadlineDay,
  isVisible,
  jobForm,
  localDay,
  PAST_DEADLINE,
  parseDollars,
  type JobContent,
  type JobView,
} from '@dps/contract';
import { isApiError } from '@dps/contract/client';

/** The fields of the form, as typed. */
export interface JobFormValues {
  title: string;
  description: string;
  surveyType: string;
  location: string;
  budget: string;
  /** `YYYY-MM-DD`, or empty. */
  deadline: string;
  /** `HH:MM` in the viewer's time zone, or empty for a deadline without a time. */
  time: string;
}

export const JOB_FIELDS = [
  'title',
  'description',
  'surveyType',
  'location',
  'budget',
  'deadline',
  'time',
] as const satisfies readonly (keyof JobFormValues)[];
export type JobField = (typeof JOB_FIELDS)[number];
const CONTENT_FIELDS = JOB_FIELDS.filter((name) => name !== 'time');

export const EMPTY_JOB: JobFormValues = {
  title: '',
  description: '',
  surveyType: '',
  location: '',
  budget: '',
  deadline: '',
  time: '',
};

/** The time in the viewer's time zone as `HH:MM`. */
function localTime(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The form values of a posted job: the deadline in the viewer's time zone, the budget in dollars. */
export function valuesOf(job: JobView): JobFormValues {
  const { title, description, surveyType, location } = job;
  return {
    title,
    description,
    surveyType,
    location,
    budget: Number.isInteger(job.budget) ? String(job.budget) : job.budget.toFixed(2),
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

/** The content of a posted job as the API accepts it. */
function postedContent(job: JobView): JobContent {
  const { title, description, surveyType, location, budget, deadline } = job;
  const deadlineInput = job.deadlineHasTime ? deadline : deadlineDay(job);
  return { title, description, surveyType, location, budget, deadline: deadlineInput };
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
  if (!posted) return jobForm.validateSync(typed);
  const shown = typedContent(valuesOf(posted));
  const stored = postedContent(posted);
  const unchanged = CONTENT_FIELDS.filter((name) => typed[name] === shown[name]);
  return jobForm.validateSync({
    ...typed,
    ...Object.fromEntries(unchanged.map((name) => [name, stored[name]])),
  });
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
