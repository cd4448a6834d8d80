import { chanceOf, decidingNetwork, judgeCanary, pagesText, type Pages } from './judge-canary.ts';

/** Half an hour, one poll in five seconds. */
const POLLS = 360;
const of = (failed: number, pages: number): Pages => ({ pages, failed });

describe('chanceOf', () => {
  it.each([
    ['the tea tasting of Fisher', of(3, 4), of(1, 4), 17 / 70],
    ['no failed pages', of(0, 30), of(0, 400), 1],
    ['the same share', of(1, 2), of(1, 2), 5 / 6],
  ])('for %s', (_case, canary, stable, expected) => {
    expect(chanceOf(canary, stable)).toBeCloseTo(expected, 10);
  });

  it('handles a million pages', () => {
    expect(chanceOf(of(1_000, 50_000), of(19_000, 950_000))).toBeCloseTo(0.5, 1);
  });
});

describe('judgeCanary', () => {
  it.each([
    ['no page loaded', of(0, 0), of(500, 1_000), 'unknown'],
    ['three pages loaded and all failed', of(3, 3), of(0, 1_000), 'unknown'],
    ['no page had the stable release', of(40, 40), of(0, 0), 'unknown'],
    ['every page failed', of(20, 20), of(0, 20), 'worse'],
    ['every other page failed', of(20, 40), of(1, 800), 'worse'],
    ['the stable one is worse', of(0, 40), of(5_000, 10_000), 'as good'],
    ['three of few failed, at a chance of one in a thousand', of(3, 20), of(2, 380), 'as good'],
    ['many more failed than before', of(60, 1_000), of(200, 19_000), 'worse'],
    ['the difference is significant but small', of(1_500, 100_000), of(10_000, 1_900_000), 'as good'],
  ])('when %s', (_case, canary, stable, expected) => {
    expect(judgeCanary(canary, stable, POLLS)).toBe(expected);
  });

  it('requires more significance for more polls', () => {
    const [canary, stable] = [of(8, 40), of(2, 100)];
    expect([judgeCanary(canary, stable, 5), judgeCanary(canary, stable, POLLS)]).toEqual([
      'worse',
      'as good',
    ]);
  });

  it('rolls back few canaries that are as good as the stable release', () => {
    // A thousand watches of releases that fail on 5 of 100 pages, with seeded random numbers.
    let seed = 7;
    const random = () => (seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647) / 2_147_483_647;
    const watch = () => {
      const [canary, stable] = [of(0, 0), of(0, 0)];
      for (let look = 0; look < 100; look += 1) {
        for (const [release, pages] of [[canary, 2] as const, [stable, 8] as const])
          for (let page = 0; page < pages; page += 1) {
            release.pages += 1;
            if (random() < 0.05) release.failed += 1;
          }
        if (judgeCanary(canary, stable, 100) === 'worse') return 1;
      }
      return 0;
    };
    const alarms = Array.from({ length: 1_000 }, watch).reduce<number>((sum, alarm) => sum + alarm, 0);
    expect(alarms).toBeLessThanOrEqual(10);
  });
});

describe('decidingNetwork', () => {
  const honest = { network: '192.0.2.1', canary: of(0, 15), stable: of(2, 300) };
  const sent = (canary: Pages, stable = of(0, 0)) => ({ network: '203.0.113.9', canary, stable });

  it.each([
    ['one client invents failed pages of a good canary', of(200, 240), of(8, 800), sent(of(200, 200)), true],
    ['one client invents good pages of a broken canary', of(40, 5_000), of(8, 800), sent(of(0, 4_900)), true],
    [
      'one client invents failed pages of the stable release',
      of(40, 80),
      of(900, 1_800),
      sent(of(0, 0), of(890, 1_000)),
      true,
    ],
    ['one client sent nearly all pages', of(0, 36), of(0, 800), sent(of(0, 20)), true],
    ['users of many networks have a broken canary', of(40, 80), of(8, 800), sent(of(2, 5)), false],
    ['users of many networks have a good canary', of(1, 80), of(8, 800), sent(of(0, 6), of(2, 90)), false],
  ])('when %s', (_case, canary, stable, one, decides) => {
    const found = decidingNetwork({ canary, stable, networks: [honest, one] }, POLLS);
    expect(found?.network).toBe(decides ? one.network : undefined);
  });
});

describe('pagesText', () => {
  it.each([
    [of(0, 1), '1 page, 0 failed'],
    [of(3, 240), '240 pages, 3 failed (1.3%)'],
  ])('%j', (given, expected) => {
    expect(pagesText(given)).toBe(expected);
  });
});
