import { JOB_FIELDS, type JobField, type JobFormValues } from './job-form.values.ts';

/** A deadline is one thing: its date and its time change together. */
const TOGETHER: readonly (readonly JobField[])[] = [
  ...JOB_FIELDS.filter((name) => name !== 'deadline' && name !== 'time').map((name) => [name]),
  ['deadline', 'time'],
];

/**
 * Brings the changes of two people together who began with the same form: what one of them has changed stays changed.
 *
 * @param base what both began with
 * @param mine what stands in the form
 * @param theirs what the server has by now
 * @returns the form with both changes, and the fields that both changed to something else, of which it has mine
 */
export function mergeEdits(
  base: JobFormValues,
  mine: JobFormValues,
  theirs: JobFormValues,
): { values: JobFormValues; clashes: JobField[] } {
  const values = { ...mine };
  const clashes: JobField[] = [];
  for (const group of TOGETHER) {
    const differs = (one: JobFormValues, other: JobFormValues) =>
      group.some((name) => one[name] !== other[name]);
    const [first] = group;
    if (!differs(base, mine)) for (const name of group) values[name] = theirs[name];
    else if (first && differs(base, theirs) && differs(mine, theirs)) clashes.push(first);
  }
  return { values, clashes };
}
