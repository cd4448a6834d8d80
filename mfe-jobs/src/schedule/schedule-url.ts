import { localDay } from '@dps/shared-contracts';
import type { UrlSchema } from '../url-state/url-values.ts';
import { day } from '../url-state/parameter.ts';

/** The URL state of the schedule: `/schedule?calendar=2026-11-24`. */
export interface ScheduleUrlState {
  /** The chosen day of the open calendar as `YYYY-MM-DD`; null while it is closed. */
  calendar: string | null;
}

const monthOf = (date: string) => date.slice(0, 'YYYY-MM'.length);

/** The query parameters of the schedule. The calendar shows the month of `now`; a day of another month opens today. */
export function scheduleUrl(now: Date): UrlSchema<ScheduleUrlState> {
  const today = localDay(now);
  return {
    defaults: { calendar: null },
    parameters: {
      calendar: {
        read: (text) => {
          const date = day.read(text);
          return date && monthOf(date) !== monthOf(today) ? today : date;
        },
        write: (date) => date,
        dialog: true,
      },
    },
  };
}
