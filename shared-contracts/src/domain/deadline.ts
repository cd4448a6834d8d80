const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const HOUR_AND_MINUTE = '([01]\\d|2[0-3]):[0-5]\\d';
const TIME = `T${HOUR_AND_MINUTE}(:[0-5]\\d(\\.\\d{1,6})?)?(Z|[+-]${HOUR_AND_MINUTE})`;
const INSTANT = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${TIME}$`);

/** How a deadline is written; that its date exists is one more condition. */
export const DEADLINE_PATTERN = `^\\d{4}-\\d{2}-\\d{2}(${TIME})?$`;

/** The years that four digits can write, whatever the offset makes of the last hours. */
const LAST_YEAR = 9999;

export interface Deadline {
  /** The instant; for a date without a time, midnight UTC of that date. */
  at: Date;
  /** False when only a calendar date was given: it is that date in every zone, with the time to be decided. */
  hasTime: boolean;
}

/** The calendar date exists: 31 February does not. */
function isCalendarDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return Number(year) >= 1 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Reads `YYYY-MM-DD` or an ISO 8601 instant with its offset; null for anything else. */
export function parseDeadline(text: string): Deadline | null {
  if (isCalendarDate(text)) return { at: new Date(`${text}T00:00:00Z`), hasTime: false };
  const day = INSTANT.exec(text)?.[1];
  if (!day || !isCalendarDate(day)) return null;
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= LAST_YEAR ? { at, hasTime: true } : null;
}

interface StoredDeadline {
  /** ISO 8601 UTC. */
  deadline: string;
  deadlineHasTime: boolean;
}

/** The viewer's local calendar day of a deadline as `YYYY-MM-DD`; a date without a time is the same day for every viewer. */
export function deadlineDay(job: StoredDeadline): string {
  if (!job.deadlineHasTime) return job.deadline.slice(0, 10);
  return localDay(new Date(job.deadline));
}

/** A moment's local calendar day as `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

const DAY_STYLE = { year: 'numeric', month: 'short', day: 'numeric' } as const;

/** A calendar day `YYYY-MM-DD` in en-US: "Dec 31, 2026". */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { ...DAY_STYLE, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** A deadline's day for the viewer: "Dec 31, 2026". */
export function formatDeadline(job: StoredDeadline): string {
  return formatDay(deadlineDay(job));
}

/** A deadline's time for the viewer on a 12-hour clock, or "TBD". */
export function formatDeadlineTime(job: StoredDeadline): string {
  if (!job.deadlineHasTime) return 'TBD';
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(
    new Date(job.deadline),
  );
}

/** An instant (ISO 8601) as the viewer's local day: "Dec 31, 2026". */
export function formatInstantDay(instant: string): string {
  return formatDay(localDay(new Date(instant)));
}
