import {
  describeArea,
  formatCents,
  formatDeadline,
  formatDeadlineTime,
  parseDeadline,
  type AreaSummary,
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
type Field = keyof typeof fields & keyof Values;

function textOf(field: Field, value: string | number | AreaSummary | null): string {
  if (value === null) return historyTexts.noArea;
  if (typeof value === 'object') return describeArea(value);
  if (field === 'deadline') return deadlineText(String(value));
  if (typeof value === 'string') return value;
  return field === 'budget' ? formatCents(value) : historyTexts.percent(value);
}

/** Returns the fields that have a value in both, in the order of the job form, and a long text last. */
export function fieldChanges(before: Values, after: Values): FieldChange[] {
  const changed = Object.keys(fields)
    // The sentence of an event has the status.
    .filter((name): name is Field => name in before && name in after && name !== 'status')
    .flatMap((name) => {
      const [was, is] = [before[name], after[name]];
      if (was === undefined || is === undefined) return [];
      const long = name === 'description';
      return [{ label: fields[name], before: textOf(name, was), after: textOf(name, is), long }];
    });
  return changed.toSorted((one, other) => Number(one.long) - Number(other.long));
}
