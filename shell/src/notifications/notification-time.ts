import { formatInstantDay, localDay } from '@dps/shared-contracts';
import { frameTexts } from '../texts/frame.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From how many days on a date says more than a distance. */
const WEEK = 7;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const midnight = (moment: Date) => Date.parse(`${localDay(moment)}T00:00:00Z`);

/** How long ago something was, for the viewer: "5 minutes ago", "yesterday"; its day once a week has passed. */
export function formatSince(moment: Date, now: Date): string {
  const passed = now.getTime() - moment.getTime();
  // Also where the viewer's clock is a little behind the server's.
  if (passed < MINUTE) return frameTexts.notifications.justNow;
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour');
  const days = Math.round((midnight(now) - midnight(moment)) / DAY);
  return days < WEEK ? relative.format(-days, 'day') : formatInstantDay(moment.toISOString());
}
