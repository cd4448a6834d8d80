import { cohortOf, isInCanary, userSeed } from './canary.ts';
import { cohortSeed } from './cookies.ts';
import type { Canary } from './registry.ts';

const USERS = Array.from({ length: 10_000 }, (_, i) => userSeed(i + 1));
const having = (percent: number, salt: string) =>
  USERS.filter((seed) => cohortOf(seed, 'jobs', salt) < percent);

describe('cohortOf', () => {
  it.each([1, 50])('selects about %d of a hundred users', (percent) => {
    const expected = (USERS.length * percent) / 100;
    // Four standard deviations of a fair draw.
    const tolerance = 4 * Math.sqrt(expected * (1 - percent / 100));
    expect(Math.abs(having(percent, 'a').length - expected)).toBeLessThan(tolerance);
  });

  it('spreads users evenly over tenths', () => {
    const places = USERS.map((seed) => Math.floor(cohortOf(seed, 'jobs', 'a') / 10));
    const tenths = Array.from({ length: 10 }, (_, tenth) => places.filter((place) => place === tenth).length);
    // Chi-square with 9 degrees of freedom: 27.9 is exceeded once in a thousand fair draws.
    const chiSquare = tenths.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(27.9);
  });

  it('is stable for a user, and keeps all selected users when the percentage grows', () => {
    const [few, many] = [having(5, 'a'), new Set(having(50, 'a'))];
    expect(few).toEqual(having(5, 'a'));
    expect(few.every((seed) => many.has(seed))).toBe(true);
  });

  it('is independent between canaries and between modules', () => {
    const first = new Set(having(10, 'a'));
    const again = having(10, 'b').filter((seed) => first.has(seed));
    expect(again.length).toBeLessThan(150);
    const elsewhere = USERS.filter((seed) => cohortOf(seed, 'payments', 'a') < 10 && first.has(seed));
    expect(elsewhere.length).toBeLessThan(150);
  });
});

describe('isInCanary', () => {
  const [named, other, guest] = ['user-7', 'user-8', '0f8e-11'];

  it.each<[Partial<Canary>, string | undefined, boolean]>([
    [{ percent: 100 }, named, true],
    [{ percent: 100 }, guest, true],
    [{ percent: 100 }, undefined, false],
    [{ percent: 0 }, named, false],
    [{ percent: 0, accounts: [7, 9] }, named, true],
    [{ percent: 0, accounts: [7, 9] }, other, false],
    [{ percent: 0, accounts: [7, 9] }, guest, false],
    [{ percent: 100, accounts: [7] }, other, true],
  ])('%j for %j', (canary, seed, expected) => {
    expect(isInCanary('jobs', { percent: 0, salt: 'a', ...canary }, seed)).toBe(expected);
  });
});

it.each([
  ['dps_cohort=user-7; dps_role=pilot', 'user-7'],
  ['other=1; dps_cohort=0f8e-11; last=2', '0f8e-11'],
  ['', undefined],
  ['dps_cohort=', undefined],
  ['dps_cohort=<script>', undefined],
  [`dps_cohort=${'a'.repeat(65)}`, undefined],
  ['xdps_cohort=user-7', undefined],
])('reads the seed of a browser from its cookies: %j', (cookies, seed) => {
  expect(cohortSeed(cookies)).toBe(seed);
});
