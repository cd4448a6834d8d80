import type { ListedPayment } from '../history/payment-list.ts';
import { letterOfMonth, longMonth, paymentsByMonth, shortMonth } from './months.ts';

const payment = (date: Date, cents: number): ListedPayment => ({
  id: 1,
  jobTitle: 'Levee scan',
  cents,
  date: date.toISOString(),
  method: 'Stripe',
  status: 'completed',
});
const NOW = new Date(2026, 10, 21, 12);

it('knows the twelve months up to this one', () => {
  const keys = paymentsByMonth([], NOW).map(({ key }) => key);
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([12, '2025-12', '2026-11']);
});

it('adds up the payments of a calendar month where the viewer is', () => {
  const months = paymentsByMonth(
    [
      payment(new Date(2026, 10, 1, 0, 0, 0), 100),
      payment(new Date(2026, 10, 21, 11), 250),
      payment(new Date(2026, 9, 31, 23, 59, 59), 1000),
      payment(new Date(2025, 10, 30, 23, 59, 59), 5000),
    ],
    NOW,
  );
  expect(months.filter(({ count }) => count > 0)).toEqual([
    { key: '2026-10', cents: 1000, count: 1 },
    { key: '2026-11', cents: 350, count: 2 },
  ]);
});

it.each([new Date(2026, 0, 31), new Date(2026, 2, 31), new Date(2028, 1, 29)])(
  'names every month once, as of %s',
  (now) => {
    expect(new Set(paymentsByMonth([], now).map(({ key }) => key)).size).toBe(12);
  },
);

it('names months in English', () => {
  expect([longMonth('2026-02'), shortMonth('2026-02'), letterOfMonth('2026-02')]).toEqual([
    'February 2026',
    'Feb',
    'F',
  ]);
});
