import { formatSince } from './NotificationList.tsx';

const NOW = new Date(2026, 10, 20, 1, 0);
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const HOUR = 60;

describe('formatSince', () => {
  it.each([
    [-3, 'just now'],
    [0.5, 'just now'],
    [1, '1 minute ago'],
    [5, '5 minutes ago'],
    [59.9, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [23.5 * HOUR, '23 hours ago'],
    [25 * HOUR, 'yesterday'],
    [26 * HOUR, '2 days ago'],
    [6 * 24 * HOUR, '6 days ago'],
    [7 * 24 * HOUR, 'Nov 13, 2026'],
  ])('%d minutes after it reads "%s"', (minutes, expected) => {
    expect(formatSince(before(minutes), NOW)).toBe(expected);
  });
});
