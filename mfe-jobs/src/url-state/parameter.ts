import { hasAtMostTwoDecimals, parseDeadline, parseDecimal } from '@dps/shared-contracts';

/** One parameter of an address: `?status=paid`. */
export interface Parameter<Value> {
  /** What a text of the address means; undefined where it means nothing, and then the default holds. */
  read: (text: string) => Value | undefined;
  /** How the address says it; null for the default, which the address leaves out, and for what nobody could read again. */
  write: (value: Value) => string | null;
  /** It opens a dialog, which the browser's Back closes; any other parameter filters what the page shows. */
  dialog?: boolean;
}

const SEARCH_MAX = 200;

/** What somebody searches for; the default is the empty text. */
export const searchText: Parameter<string> = {
  read: (text) => (text.length <= SEARCH_MAX ? text : undefined),
  write: (text) => text.trim().slice(0, SEARCH_MAX) || null,
};

/** One out of a closed list; the default is `unset`. */
export function choice<Value extends string>(list: readonly Value[], unset: Value): Parameter<Value> {
  return {
    read: (text) => list.find((value) => value === text),
    write: (value) => (value === unset ? null : value),
  };
}

/**
 * Cents out of dollars as people type them: "1250", "1250.50" and, on the way there, "1250." and ".5". NaN for anything
 * else, for less than nothing and for parts of a cent.
 */
export function parseAmount(text: string): number {
  const dollars = parseDecimal(
    text
      .trim()
      .replace(/^\.(?=\d)/, '0.')
      .replace(/\.$/, ''),
  );
  return dollars >= 0 && hasAtMostTwoDecimals(dollars) ? Math.round(dollars * 100) : NaN;
}

/** A sum in dollars, kept as it is typed; the default is the empty text. */
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
 * The id of what a dialog shows; null while there is none. Any text is taken: what is not there is for the page to say,
 * whether it is "7" or "x".
 */
export const dialogOf: Parameter<string | null> = {
  read: (text) => text,
  write: (id) => id,
  dialog: true,
};

/** A dialog that is open or not: `?new=1`. */
export const dialogOpen: Parameter<boolean> = {
  read: (text) => text === '1' || undefined,
  write: (open) => (open ? '1' : null),
  dialog: true,
};
