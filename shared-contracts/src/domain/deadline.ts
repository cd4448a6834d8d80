const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const HOUR_AND_MINUTE = '([01]\\d|2[0-3]):[0-5]\\d';
const TIME = `T${HOUR_AND_MINUTE}(:[0-5]\\d(\\.\\d{1,6})?)?(Z|[+-]${HOUR_AND_MINUTE})`;
const INSTANT = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${TIME}$`);

/** Format of a deadline; the date must also exist. */
export const DEADLINE_PATTERN = `^\\d{4}-\\d{2}-\\d{2}(${TIME})?$`;

/** The instants with a four-digit year in every zone. */
const LAST_YEAR = 9999;

export interface Deadline {
  /** The instant; for a date without a time, midnight UTC. */
  at: Date;
  /** False for a calendar date, which is the same date in every zone. */
  hasTime: boolean;
}

/** True for a date that exists: 31 February does not. */
function isCalendarDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return Number(year) >= 1 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Parses `YYYY-MM-DD` or an ISO 8601 instant with an offset; null for any other text. */
export function parseDeadline(text: string): Deadline | null {
  if (isCalendarDate(text)) return { at: new Date(`${text}T00:00:00Z`), hasTime: false };
  const day = INSTANT.exec(text)?.[1];
  if (!day || !isCalendarDate(day)) return null;
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= LAST_YEAR ? { at, hasTime: true } : null;
}

/** The error of a field with a deadline that has passed. */
export const PAST_DEADLINE = 'This deadline is in the past';
const MINUTE_MS = 60_000;
/** Maximum age of an instant: filling in a form takes time, and clocks differ. */
export const INSTANT_GRACE_MS = 15 * MINUTE_MS;
/** Time from midnight UTC of a date until the date ends in the last zone, UTC-12. */
export const DATE_ENDS_AFTER_MS = 36 * 60 * MINUTE_MS;

/** True if a deadline has passed: a date that is over everywhere on Earth, or an instant more than 15 minutes ago. */
export function hasPassed({ at, hasTime }: Deadline, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return hasTime ? age > INSTANT_GRACE_MS : age >= DATE_ENDS_AFTER_MS;
}

/** The error of a deadline that would end the assignment of started work earlier. */
export const EARLIER_DEADLINE = 'The deadline can move later but not earlier after the work has started';

/** True if a deadline ends earlier than another one: a date without a time ends with the day in the last zone. */
export function endsEarlier(one: Deadline, other: Deadline): boolean {
  const end = ({ at, hasTime }: Deadline) => at.getTime() + (hasTime ? 0 : DATE_ENDS_AFTER_MS);
  return end(one) < end(other);
}

/** True if two deadlines differ. Seconds do not count, because forms show minutes. */
export function deadlinesDiffer(one: Deadline, other: Deadline): boolean {
  const minute = ({ at }: Deadline) => Math.floor(at.getTime() / MINUTE_MS);
  return one.hasTime !== other.hasTime || minute(one) !== minute(other);
}

interface StoredDeadline {
  /** ISO 8601 UTC. */
  deadline: string;
  deadlineHasTime: boolean;
}

/** Returns the calendar day of a deadline in the viewer's zone as `YYYY-MM-DD`; without a time, the day is the same in every zone. */
export function deadlineDay(job: StoredDeadline): string {
  if (!job.deadlineHasTime) return job.deadline.slice(0, 10);
  return localDay(new Date(job.deadline));
}

/** Returns the local calendar day of an instant as `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

// The creation of a formatter costs more than the rest of a table row, so it happens once, for the first day or time.
let dayFormat: Intl.DateTimeFormat | undefined;
let timeFormat: Intl.DateTimeFormat | undefined;

/** Formats a calendar day `YYYY-MM-DD` in en-US: "Dec 31, 2026". */
export function formatDay(day: string): string {
  dayFormat ??= new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** Formats the day of a deadline for the viewer: "Dec 31, 2026". */
export function formatDeadline(job: StoredDeadline): string {
  return formatDay(deadlineDay(job));
}

/** Formats the time of a deadline for the viewer on a 12-hour clock, or "TBD". */
export function formatDeadlineTime(job: StoredDeadline): string {
  if (!job.deadlineHasTime) return 'TBD';
  timeFormat ??= new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
  return timeFormat.format(new Date(job.deadline));
}

/** Formats an instant (ISO 8601) as the viewer's local day: "Dec 31, 2026". */
export function formatInstantDay(instant: string): string {
  return formatDay(localDay(new Date(instant)));
}

const instantFormats = new Map<string | undefined, Intl.DateTimeFormat>();

function instantFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const existing = instantFormats.get(timeZone);
  if (existing) return existing;
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  instantFormats.set(timeZone, format);
  return format;
}

/** Formats an instant (ISO 8601 or milliseconds) in the viewer's zone with its name, for screens: "Dec 31, 2026, 9:04 AM EST". */
export function formatInstant(instant: string | number): string {
  return instantFormat(undefined).format(new Date(instant));
}

/** Formats an instant (ISO 8601) for readers in several zones, in reports and mails: "Dec 31, 2026, 2:04 PM UTC". */
export function formatInstantUtc(instant: string): string {
  return instantFormat('UTC').format(new Date(instant));
}
