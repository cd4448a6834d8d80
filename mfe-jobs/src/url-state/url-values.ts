import type { Parameter } from './parameter.ts';

/** The query parameters of a page, with their defaults. */
export interface UrlSchema<Values> {
  defaults: Values;
  parameters: { readonly [Name in keyof Values]: Parameter<Values[Name]> };
}

function parameterOf<Values, Name extends keyof Values>(schema: UrlSchema<Values>, name: Name) {
  const { [name]: parameter } = schema.parameters;
  return parameter;
}

/** Parses the query of a URL. A parameter that is missing or invalid gets its default. */
export function readValues<Values extends object>(schema: UrlSchema<Values>, search: string): Values {
  const query = new URLSearchParams(search);
  const values = { ...schema.defaults };
  for (const name in schema.parameters) {
    const text = query.get(name);
    const value = text === null ? undefined : parameterOf(schema, name).read(text);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Writes the values into a query, and returns it without `?`. Parameters outside the schema do not change. */
export function writeValues<Values extends object>(
  schema: UrlSchema<Values>,
  values: Values,
  search: string,
): string {
  const query = new URLSearchParams(search);
  for (const name in schema.parameters) {
    const text = parameterOf(schema, name).write(values[name]);
    if (text === null) query.delete(name);
    else query.set(name, text);
  }
  return query.toString();
}

/** Whether the values open a dialog. */
export function opensDialog<Values extends object>(schema: UrlSchema<Values>, values: Values): boolean {
  for (const name in schema.parameters) {
    const { dialog, write } = parameterOf(schema, name);
    if (dialog && write(values[name]) !== null) return true;
  }
  return false;
}

/**
 * The effect of a URL change on the browser's history.
 *
 * - `debounce`: a filter changed; replace the entry once the typing pauses
 * - `push`: a dialog opened; add an entry, so that Back closes the dialog
 * - `replace`: replace the entry at once
 * - `back`: the dialog closed; return to the entry below it
 */
export type HistoryAction = 'debounce' | 'push' | 'replace' | 'back';

interface Dialogs {
  /** Whether a dialog was open before the change. */
  before: boolean;
  /** Whether a dialog is open after the change. */
  after: boolean;
  /** Whether the open dialog has its own history entry. It has none if the first URL of the visit opened it. */
  ownEntry: boolean;
}

/** Decides how a URL change affects the browser's history. */
export function historyAction({ before, after, ownEntry }: Dialogs): HistoryAction {
  if (!before) return after ? 'push' : 'debounce';
  return after || !ownEntry ? 'replace' : 'back';
}
