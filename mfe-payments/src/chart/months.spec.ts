import { letterOfMonth, longMonth, lastMonths, shortMonth, ticksFor } from './months.ts';

const NOW = new Date(2026, 10, 21, 12);

it('returns the twelve months up to the current one, with their totals', () => {
  const none = { paidCents: 0, refundedCents: 0, disputedCents: 0, paidCount: 0 };
  const total = (key: string, cents: number) => ({ key, cents, count: 1, dueCents: cents, ...none });
  const months = lastMonths([total('2026-10', 1000), total('2025-11', 5000)], NOW);
  expect([months.length, months[0]?.key, months.at(-1)?.key]).toEqual([12, '2025-12', '2026-11']);
  expect(months.filter(({ count }) => count > 0)).toEqual([{ key: '2026-10', cents: 1000, count: 1 }]);
});

it('returns twelve different months as of the last day of a month', () => {
  expect(new Set(lastMonths([], new Date(2026, 2, 31)).map(({ key }) => key)).size).toBe(12);
});

it('names months in English', () => {
  const names = [longMonth('2026-02'), shortMonth('2026-02'), letterOfMonth('2026-02')];
  expect(names).toEqual(['February 2026', 'Feb', 'F']);
});

const dollars = (ticks: number[]) => ticks.map((cents) => cents / 100);

it.each<[maxCents: number, lines: number[]]>([
  [0, [0, 1]],
  [399, [0, 1, 2, 3, 4]],
  [401, [0, 2, 4, 6]],
  [1_000, [0, 2.5, 5, 7.5, 10]],
  [125_050, [0, 500, 1_000, 1_500]],
  [99_999_999, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('returns the grid lines up to %d cents', (maxCents, lines) => {
  expect(dollars(ticksFor(maxCents))).toEqual(lines);
});

it('reaches the highest bar in at most four steps', () => {
  for (let cents = 1; cents < 1e10; cents = Math.ceil(cents * 1.37)) {
    const ticks = ticksFor(cents);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(cents);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});
