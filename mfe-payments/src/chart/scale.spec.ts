import { ticksFor } from './scale.ts';

const dollars = (ticks: number[]) => ticks.map((cents) => cents / 100);

it.each<[maxCents: number, lines: number[]]>([
  [0, [0, 1]],
  [50, [0, 1]],
  [100, [0, 1]],
  [399, [0, 1, 2, 3, 4]],
  [401, [0, 2, 4, 6]],
  [1_000, [0, 2.5, 5, 7.5, 10]],
  [125_050, [0, 500, 1_000, 1_500]],
  [754_050, [0, 2_000, 4_000, 6_000, 8_000]],
  [99_999_999, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('%d cents', (maxCents, lines) => {
  expect(dollars(ticksFor(maxCents))).toEqual(lines);
});

it('always reaches the highest bar, in at most four steps', () => {
  for (let cents = 1; cents < 1e10; cents = Math.ceil(cents * 1.37)) {
    const ticks = ticksFor(cents);
    expect([ticks.length <= 5, (ticks.at(-1) ?? 0) >= cents, ticks.every(Number.isInteger)]).toEqual([
      true,
      true,
      true,
    ]);
  }
});
