import { cohortOf, isInCanary, userSeed, type Audience } from './canary.ts';
import { audienceOf } from './cookies.ts';
import type { GroupCanary } from './registry.ts';

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
  const pilot: Audience = { seed: 'user-7', role: 'pilot' };
  const client: Audience = { seed: 'user-8', role: 'client' };
  const guest: Audience = { seed: '0f8e-11' };
  const former: Audience = { seed: 'user-7' };

  it.each<[Partial<GroupCanary>, Audience, boolean]>([
    [{ percent: 100 }, pilot, true],
    [{ percent: 100 }, guest, true],
    [{ percent: 100 }, { role: 'pilot' }, false],
    [{ percent: 0 }, pilot, false],
    [{ percent: 100, role: 'pilot' }, pilot, true],
    [{ percent: 100, role: 'pilot' }, client, false],
    [{ percent: 100, role: 'pilot' }, guest, false],
    // A browser whose last shell did not store roles.
    [{ percent: 100, role: 'pilot' }, former, false],
    [{ percent: 0, accounts: [7, 9] }, pilot, true],
    [{ percent: 0, accounts: [7, 9] }, former, true],
    [{ percent: 0, accounts: [7, 9] }, client, false],
    [{ percent: 0, accounts: [7, 9] }, guest, false],
    [{ percent: 0, role: 'client', accounts: [7] }, pilot, true],
    [{ percent: 100, role: 'client', accounts: [7] }, client, true],
  ])('%j for %j', (canary, audience, expected) => {
    expect(isInCanary('jobs', { percent: 0, salt: 'a', ...canary }, audience)).toBe(expected);
  });

  it('limits the percentage to the role, with the same cohorts', () => {
    const canary = { percent: 20, role: 'pilot', salt: 'a' } as const;
    const share = USERS.filter((seed) => isInCanary('jobs', canary, { seed, role: 'pilot' }));
    expect(share).toEqual(having(20, 'a'));
  });
});

it.each([
  ['dps_cohort=user-7; dps_role=pilot', 'user-7', 'pilot'],
  ['other=1; dps_cohort=0f8e-11; last=2', '0f8e-11', undefined],
  ['', undefined, undefined],
  ['dps_cohort=', undefined, undefined],
  ['dps_cohort=<script>', undefined, undefined],
  [`dps_cohort=${'a'.repeat(65)}`, undefined, undefined],
  ['xdps_cohort=user-7', undefined, undefined],
])('reads the user of a browser from its cookies: %j', (cookies, seed, role) => {
  expect(audienceOf(cookies)).toEqual({ seed, role });
});
