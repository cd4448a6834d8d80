import {
  deadlineDay,
  isVisible,
  jobContent,
  localDay,
  type JobContent,
  type JobView,
} from '@dps/shared-contracts';
import { isApiError } from '@dps/shared-contracts/client';

/** The fields of the form as they are typed. */
export interface JobFormValues {
  title: string;
  description: string;
  surveyType: string;
  location: string;
  budget: string;
  /** `YYYY-MM-DD`, or empty. */
  deadline: string;
  /** `HH:MM` in the viewer's zone, or empty for a time that is to be decided. */
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

export const EMPTY_JOB: JobFormValues = {
  title: '',
  description: '',
  surveyType: '',
  location: '',
  budget: '',
  deadline: '',
  time: '',
};

/** The time of a moment in the viewer's zone as `HH:MM`. */
function localTime(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

/** A posted job as its form shows it: the deadline in the viewer's zone, the budget in dollars. */
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

/** A date alone stays that calendar date everywhere; with a time it is an instant of the viewer's zone. */
export function joinDeadline(day: string, time: string): string {
  return time === '' ? day : new Date(`${day}T${time}`).toISOString();
}

/**
 * The content of a job out of a form that has been validated.
 *
 * @throws ValidationError when it has not
 */
export function toJobContent({ time, ...fields }: JobFormValues): JobContent {
  return jobContent.validateSync({ ...fields, deadline: joinDeadline(fields.deadline, time) });
}

/** Whether a deadline that is filled in is over: its day in the viewer's zone, or its moment where it has a time. */
export function isPastDeadline(
  { deadline, time }: Pick<JobFormValues, 'deadline' | 'time'>,
  now: Date,
): boolean {
  if (deadline === '') return false;
  return time === '' ? deadline < localDay(now) : new Date(`${deadline}T${time}`) < now;
}

/** What the jobs page asks for before its form can be sent. */
const NEEDED = ['title', 'surveyType', 'location', 'budget', 'deadline'] as const;

/** True when title, survey type, location, budget and deadline are all filled. */
export function isFilled(values: JobFormValues): boolean {
  return NEEDED.every((name) => isVisible(values[name]));
}

/** True when two forms hold the same texts. */
export function sameValues(one: JobFormValues, other: JobFormValues): boolean {
  return JOB_FIELDS.every((name) => one[name] === other[name]);
}

/** The server's error messages by field name; empty if the error names no field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = isApiError(error) ? (error.fields ?? []) : [];
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]));
}
