import { parseDeadline, parseDecimal, toCents } from '@dps/contract';

/** One parameter of a query: `?status=paid`. */
export interface Parameter<Value> {
  /** Parses the text; undefined if it is invalid, and then the default applies. */
  read: (text: string) => Value | undefined;
  /** Formats the value; null omits the parameter, for the default and for input that `read` would reject. */
  write: (value: Value) => string | null;
  /** The parameter opens a dialog, which Back closes. All other parameters filter the page. */
  dialog?: boolean;
}

const SEARCH_MAX = 200;

/** A search text; the default is the empty text. */
export const searchText: Parameter<string> = {
  read: (text) => (text.length <= SEARCH_MAX ? text : undefined),
  write: (text) => text.trim().slice(0, SEARCH_MAX) || null,
};

/** One value of a closed list; the default is `unset`. */
export function choice<Value extends string>(list: readonly Value[], unset: Value): Parameter<Value> {
  return {
    read: (text) => list.find((value) => value === text),
    write: (value) => (value === unset ? null : value),
  };
}

/**
 * Parses dollars into cents: "1250", "1250.50", and the incomplete inputs "1250." and ".5".
 *
 * @returns NaN for other texts, negative amounts and fractions of a cent
 */
export function parseAmount(text: string): number {
  const typed = text
    .trim()
    .replace(/^\.(?=\d)/, '0.')
    .replace(/\.$/, '');
  const cents = toCents(parseDecimal(typed));
  return cents >= 0 && Number.isInteger(cents) ? cents : NaN;
}

/** An amount in dollars, stored as typed; the default is the empty text. */
export const amount: Parameter<string> = {
  read: (text) => (Number.isNaN(parseAmount(text)) ? undefined : text),
  write: (text) => (Number.isNaN(parseAmount(text)) ? null : String(parseAmount(text) / 100)),
};

const isDay = (text: string) => parseDeadline(text)?.hasTime === false;

/** A calendar day `YYYY-MM-DD`; the default is the empty text. */
export const day: Parameter<string> = {
  read: (text) => (isDay(text) ? text : undefined),
  write: (text) => (isDay(text) ? text : null),
};

/**
 * The id of the item in a dialog; null while the dialog is closed. Any text is valid: the page reports unknown ids. What a mail
 * program appends to a link is removed.
 */
export const dialogId: Parameter<string | null> = {
  read: (text) => text.replace(/\W+$/, ''),
  write: (id) => id,
  dialog: true,
};

/** Whether a dialog is open: `?new=1`. */
export const dialogOpen: Parameter<boolean> = {
  read: (text) => text === '1' || undefined,
  write: (open) => (open ? '1' : null),
  dialog: true,
};
