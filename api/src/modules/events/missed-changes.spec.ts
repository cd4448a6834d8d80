import { needsReset } from './missed-changes.ts';

describe('needsReset', () => {
  it.each([
    [5, 5, false],
    [5, 1005, false],
    [5, 1006, true],
    [4, 1005, true],
    [6, 5, true],
    [0, 0, false],
    [0, 1001, true],
  ])('a client at event %d of %d reads everything again: %s', (last, newest, expected) => {
    expect(needsReset(last, newest)).toBe(expected);
  });
});
