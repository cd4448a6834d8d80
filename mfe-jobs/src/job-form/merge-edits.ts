import { JOB_FIELDS, type JobField, type JobFormValues } from './job-form.values.ts';

/** The fields that merge as one: the date and the time of a deadline belong together. */
const GROUPS: readonly (readonly JobField[])[] = [
  ...JOB_FIELDS.filter((name) => name !== 'deadline' && name !== 'time').map((name) => [name]),
  ['deadline', 'time'],
];

/**
 * Merges two edits of the same form (three-way merge).
 *
 * @param base the values before both edits
 * @param mine the values in the form
 * @param theirs the current values on the server
 * @returns the merged values, and the fields that both edits changed differently; these keep the value of `mine`
 */
export function mergeEdits(
  base: JobFormValues,
  mine: JobFormValues,
  theirs: JobFormValues,
): { values: JobFormValues; conflicts: JobField[] } {
  const values = { ...mine };
  const conflicts: JobField[] = [];
  for (const group of GROUPS) {
    const differs = (one: JobFormValues, other: JobFormValues) =>
      group.some((name) => one[name] !== other[name]);
    const [first] = group;
    if (!differs(base, mine)) for (const name of group) values[name] = theirs[name];
    else if (first && differs(base, theirs) && differs(mine, theirs)) conflicts.push(first);
  }
  return { values, conflicts };
}
