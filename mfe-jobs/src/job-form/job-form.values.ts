import type { useFormik } from 'formik';
import {
  areaFault,
  BUDGET_MAY_NOT_FALL,
  budgetMayBecome,
  contentOf,
  deadlineDay,
  decimalDollars,
  isArea,
  isVisible,
  jobForm,
  localDay,
  PAST_DEADLINE,
  parseDollars,
  type JobArea,
  type JobContent,
  type JobDetailView,
  type JobView,
} from '@dps/contract';
import { isApiError } from '@dps/contract/client';

/**
 * The fields of the form, as typed. The deadline is `YYYY-MM-DD`; the time is `HH:MM` in the viewer's time zone, and empty for a
 * deadline without a time. The area is GeoJSON, and empty without one.
 */
export type JobFormValues = Record<keyof JobContent | 'time', string>;
export type JobField = keyof JobFormValues;
export type JobFormik = ReturnType<typeof useFormik<JobFormValues>>;

export const EMPTY_JOB: JobFormValues = {
  title: '',
  description: '',
  surveyType: '',
  location: '',
  budget: '',
  deadline: '',
  time: '',
  area: '',
};

export const JOB_FIELDS = Object.keys(EMPTY_JOB).filter((name): name is JobField => name in EMPTY_JOB);
const CONTENT_FIELDS = JOB_FIELDS.filter((name) => name !== 'time' && name !== 'area');

/** The time in the viewer's time zone as `HH:MM`. */
function localTime(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** A job with its area, which a list does not have. */
type JobWithArea = JobView & Pick<JobDetailView, 'area'>;

/** The area of a form; null without one, and for a text that is not an area. */
export function areaOf(text: string): JobArea | null {
  try {
    const area: unknown = JSON.parse(text);
    return isArea(area) ? area : null;
  } catch {
    return null;
  }
}

/** The form values of a posted job: the deadline in the viewer's time zone, the budget in dollars. */
export function valuesOf(job: JobWithArea): JobFormValues {
  return {
    ...contentOf(job),
    budget: decimalDollars(job.budget).replace('.00', ''),
    deadline: deadlineDay(job),
    time: job.deadlineHasTime ? localTime(new Date(job.deadline)) : '',
    area: job.area ? JSON.stringify(job.area) : '',
  };
}

/** The deadline for the API: a calendar date without a time, or an instant from the viewer's time zone. */
export function joinDeadline(day: string, time: string): string {
  return time === '' ? day : new Date(`${day}T${time}`).toISOString();
}

const typedContent = ({ time, area: _area, ...fields }: JobFormValues) => ({
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
export function toJobContent(values: JobFormValues, posted?: JobWithArea): JobContent {
  const typed = typedContent(values);
  const before = posted ? valuesOf(posted) : EMPTY_JOB;
  // The server keeps an area that is not sent.
  const area = values.area === before.area ? {} : { area: areaOf(values.area) };
  const content = { ...jobForm.validateSync(typed), ...area };
  if (!posted) return content;
  const shown = typedContent(before);
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

/** The error of a drawn area. Other areas have no fault. */
function areaErrors({ area: text }: JobFormValues): FormErrors {
  const area = areaOf(text);
  const fault = area && areaFault(area);
  return fault === null ? {} : { area: `${fault}.` };
}

/** The errors of a new job that the schema does not contain: a deadline in the past, or a fault of its area. */
export function newJobErrors(values: JobFormValues, now: Date): FormErrors {
  return { ...(isPastDeadline(values, now) && { deadline: PAST_DEADLINE }), ...areaErrors(values) };
}

/** As for a new job, with a budget that may not fall. A deadline may stay in the past. */
export function editErrors(values: JobFormValues, job: JobView, now: Date): FormErrors {
  const { deadline, time } = valuesOf(job);
  const isMoved = values.deadline !== deadline || values.time !== time;
  const budget = parseDollars(values.budget);
  return {
    ...(isMoved ? newJobErrors(values, now) : areaErrors(values)),
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
