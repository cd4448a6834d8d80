// How the texts of all formats become numbers and times. No other file parses them.

/** A date and a time of ISO 8601, and the space instead of the `T` that tables have. */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d+))?\s*(?:(Z)|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * Parses a time to milliseconds since 1970. A time without a zone is in UTC, as GPX, KML and GUTMA specify; the zone of the reader
 * never counts. Returns NaN for any other text, and for a day that the calendar does not have.
 */
export function parseTime(text: string): number {
  const [match, date = '', minute = '', second = ':00', fraction = '0', , hours = '+00', minutes = '00'] =
    TIME.exec(text.trim()) ?? [];
  if (match === undefined) return NaN;
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return NaN;
  const local = Date.parse(`${date}T${minute}${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  const offset = Number(hours.slice(1)) * 60 + Number(minutes);
  return local - (hours.startsWith('-') ? -offset : offset) * 60_000;
}

/** The mark before the fraction of a number. */
export type DecimalMark = '.' | ',';

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
/** Numbers with separators of thousands, by the decimal mark. */
const GROUPED = {
  '.': /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/,
  ',': /^[-+]?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/,
} as const;

/** Parses a number, also with separators of thousands. Returns NaN for an empty text and for any other one. */
export function parseNumber(text: string, mark: DecimalMark = '.'): number {
  const trimmed = text.trim();
  const ungrouped = GROUPED[mark].test(trimmed) ? trimmed.replaceAll(mark === '.' ? ',' : '.', '') : trimmed;
  const plain = mark === ',' ? ungrouped.replace(',', '.') : ungrouped;
  return NUMBER.test(plain) ? Number(plain) : NaN;
}

/** The text of a place on Earth. */
export interface Place {
  longitude: number;
  latitude: number;
  /** The decimal mark. Degrees have no thousands, so a comma within one number is its decimal mark. */
  mark: DecimalMark;
  /** True if a text is not empty and not a number. */
  isText: boolean;
}

const hasComma = (text: string) => /^\s*[-+]?\d+,\d+\s*$/.test(text);

/** Parses the degrees of a place. */
export function parsePlace(longitude = '', latitude = ''): Place {
  const mark = hasComma(longitude) || hasComma(latitude) ? ',' : '.';
  const isOther = (text: string) => text.trim() !== '' && Number.isNaN(parseNumber(text, mark));
  return {
    longitude: parseNumber(longitude, mark),
    latitude: parseNumber(latitude, mark),
    mark,
    isText: isOther(longitude) || isOther(latitude),
  };
}
