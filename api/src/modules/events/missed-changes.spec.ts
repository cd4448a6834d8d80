import { needsReset } from './missed-changes.ts';

it.each([
  [5, 5, false],
  [5, 1005, false],
  [5, 1006, true],
  [6, 5, true],
  [0, 0, false],
])('a client at event %d of %d reads everything again: %s', (last, newest, expected) => {
  expect(needsReset(last, newest)).toBe(expected);
});
