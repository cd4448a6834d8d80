import { deadlineDay, localDay, type JobView } from '@dps/shared-contracts';
import { texts } from '../texts.ts';

const DAY_MS = 86_400_000;
const KILO = 1024;

/** The calendar days from the viewer's today to a deadline: "Due in 5 days", "1 day overdue". */
export function deadlineDistance(job: Pick<JobView, 'deadline' | 'deadlineHasTime'>, now: Date): string {
  // Both days are parsed as UTC midnights, so that a change to or from summer time adds no half day.
  const days = (Date.parse(deadlineDay(job)) - Date.parse(localDay(now))) / DAY_MS;
  if (days === 0) return texts.deadline.today;
  if (days === 1) return texts.deadline.tomorrow;
  return days > 0 ? texts.deadline.inDays(days) : texts.deadline.overdue(-days);
}

const formatUnit = (value: number, unit: 'byte' | 'kilobyte' | 'megabyte') =>
  new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(value);

/** A file size with its unit: "820 bytes", "76 kB", "1.4 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < KILO) return formatUnit(bytes, 'byte');
  const kilobytes = Math.round(bytes / KILO);
  return kilobytes < KILO ? formatUnit(kilobytes, 'kilobyte') : formatUnit(bytes / KILO ** 2, 'megabyte');
}
