import { formatInstantDay, localDay } from '@dps/contract';
import { frameTexts } from '../texts/frame.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From this age on, in days, the date is shown. */
const WEEK = 7;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const midnight = (moment: Date) => Date.parse(`${localDay(moment)}T00:00:00Z`);

/** Formats the age of a moment: "5 minutes ago", "yesterday"; after a week, its date. */
export function formatSince(moment: Date, now: Date): string {
  const passed = now.getTime() - moment.getTime();
  // The age is negative if the user's clock is behind the server's.
  if (passed < MINUTE) return frameTexts.notifications.justNow;
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour');
  const days = Math.round((midnight(now) - midnight(moment)) / DAY);
  return days < WEEK ? relative.format(-days, 'day') : formatInstantDay(moment.toISOString());
}
