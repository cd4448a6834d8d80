import {
  formatDeadline,
  formatDeadlineTime,
  formatDollars,
  parseDeadline,
  type JobEventView,
} from '@dps/contract';
import { texts } from '../../texts.ts';
import { historyTexts } from '../../texts/history.ts';

type Values = NonNullable<JobEventView['before']>;

/** A changed field with both values as texts. `long` values are shown below each other. */
export interface FieldChange {
  label: string;
  before: string;
  after: string;
  long: boolean;
}

/** Formats a deadline in the format of an input: "Dec 31, 2026, TBD". */
function deadlineText(text: string): string {
  const parsed = parseDeadline(text);
  if (!parsed) return text;
  const stored = { deadline: parsed.at.toISOString(), deadlineHasTime: parsed.hasTime };
  return `${formatDeadline(stored)}, ${formatDeadlineTime(stored)}`;
}

const { fields } = texts;
const unchanged = (text: string) => text;

function change<T>(
  label: string,
  format: (value: T) => string,
  [before, after]: readonly [T | undefined, T | undefined],
  long = false,
): FieldChange[] {
  if (before === undefined || after === undefined) return [];
  return [{ label, before: format(before), after: format(after), long }];
}

/** Returns the fields that have a value in both, in the order of the job form. */
export function fieldChanges(before: Values, after: Values): FieldChange[] {
  return [
    ...change(fields.title, unchanged, [before.title, after.title]),
    ...change(fields.surveyType, unchanged, [before.surveyType, after.surveyType]),
    ...change(fields.location, unchanged, [before.location, after.location]),
    ...change(fields.budget, formatDollars, [before.budget, after.budget]),
    ...change(fields.deadline, deadlineText, [before.deadline, after.deadline]),
    ...change(fields.progress, historyTexts.percent, [before.progress, after.progress]),
    ...change(fields.description, unchanged, [before.description, after.description], true),
  ];
}
