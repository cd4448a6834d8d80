import type { UrlSchema } from '../url-state/url-values.ts';
import { day, dialogOpen } from '../url-state/parameter.ts';
import { isShown } from './shown-month.ts';

/** The URL state of the schedule: `/schedule?calendar=2026-11-24`. */
interface ScheduleUrlState {
  /** The chosen day of the open calendar as `YYYY-MM-DD`, whose month it shows; null while it is closed. */
  calendar: string | null;
  /** Whether the dialog of the calendar feed is open. */
  feed: boolean;
}

/** The query parameters of the schedule. */
export const scheduleUrl: UrlSchema<ScheduleUrlState> = {
  defaults: { calendar: null, feed: false },
  parameters: {
    calendar: {
      read: (text) => {
        const date = day.read(text);
        return date !== undefined && isShown(date) ? date : undefined;
      },
      write: (date) => date,
      dialog: true,
    },
    feed: dialogOpen,
  },
};
