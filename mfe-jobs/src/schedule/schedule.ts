import { useEffect, useState } from 'react';
import { localDay, JOB_STATUS_LABELS } from '@dps/contract';
import type { UrlSchema } from '../url-state/url-values.ts';
import { day, dialogOpen } from '../url-state/parameter.ts';
import { isShown } from './shown-month.ts';
import { monthWeeks } from './month-weeks.ts';

const WEEK = 7;

/**
 * Returns the day to which a key moves the focus. Left and right move by a day, up and down by a week, Home and End to the
 * first and last cell of the row. Null for other keys, and for days outside the month.
 *
 * @param month 0 for January
 */
export function dayByKey(key: string, year: number, month: number, from: number): number | null {
  const days = new Date(year, month + 1, 0).getDate();
  const inMonth = (next: number) => (next >= 1 && next <= days ? next : null);
  const row = () =>
    monthWeeks(year, month)
      .find((week) => week.some((cell) => cell.days.includes(from)))
      ?.flatMap((cell) => cell.days.slice(0, 1));
  switch (key) {
    case 'ArrowLeft':
      return inMonth(from - 1);
    case 'ArrowRight':
      return inMonth(from + 1);
    case 'ArrowUp':
      return inMonth(from - WEEK);
    case 'ArrowDown':
      return inMonth(from + WEEK);
    case 'Home':
      return row()?.at(0) ?? null;
    case 'End':
      return row()?.at(-1) ?? null;
    default:
      return null;
  }
}

/** The colours of a schedule badge. */
export type BadgeTone = 'green' | 'yellow' | 'blue' | 'red' | 'gray';

/** The schedule's own colours, by the state of an appointment. Other statuses are grey. */
const TONES = new Map<string, BadgeTone>([
  ['confirmed', 'green'],
  ['pending', 'yellow'],
  ['completed', 'blue'],
  ['cancelled', 'red'],
]);

const LABELS = new Map<string, string>(Object.entries(JOB_STATUS_LABELS));

export function badgeTone(status: string): BadgeTone {
  return TONES.get(status) ?? 'gray';
}

/** The label of a status; a status that this release does not contain is its own label. */
export function badgeLabel(status: string): string {
  return LABELS.get(status) ?? status;
}

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

/** A time on the current day. It changes after midnight, or when a suspended page becomes visible on a later day. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const update = () => {
      const now = new Date();
      if (localDay(now) !== localDay(today)) setToday(now);
    };
    const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
    const timer = window.setTimeout(update, midnight.getTime() - Date.now());
    document.addEventListener('visibilitychange', update);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [today]);
  return today;
}
