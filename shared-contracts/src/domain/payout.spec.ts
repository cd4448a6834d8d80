import { payoutWeek } from './payout.ts';

it.each([
  ['2026-11-26T23:59:59Z', '2026-11-20'],
  ['2026-11-27T00:00:00Z', '2026-11-27'],
  ['2026-11-29T12:00:00Z', '2026-11-27'],
  ['2026-12-03T23:59:59Z', '2026-11-27'],
  ['2027-01-01T15:00:00Z', '2027-01-01'],
])('[SHARE-2] the week of a payout at %s is that of %s', (at, week) => {
  expect(payoutWeek(new Date(at))).toBe(week);
});
