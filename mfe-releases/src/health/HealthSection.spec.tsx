import type { CanaryHealth } from '@dps/contract';
import { plotOf, shareOf } from './HealthSection.tsx';

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const health = (...points: CanaryHealth['points']): CanaryHealth => ({
  judgement: 'unknown',
  isReachable: true,
  points,
});
const point = (seconds: number, canary: [number, number], stable: [number, number]) => ({
  at: at(seconds),
  canary: { pages: canary[0], failed: canary[1] },
  stable: { pages: stable[0], failed: stable[1] },
});

describe('shareOf', () => {
  it.each([
    [0, 0, 0],
    [200, 3, 0.015],
    [5, 5, 1],
  ])('of %s pages with %s failures is %s', (pages, failed, share) => {
    expect(shareOf({ pages, failed })).toBe(share);
  });
});

describe('plotOf', () => {
  it.each([
    ['no reading', health()],
    ['one reading', health(point(0, [1, 0], [1, 0]))],
  ])('is undefined with %s', (_case, given) => {
    expect(plotOf(given)).toBeUndefined();
  });

  it('[RELEASES-3] draws both releases over time, and omits readings without pages', () => {
    const later = [point(5, [10, 0], [20, 1]), point(10, [20, 10], [100, 1])];
    const given = health(point(0, [0, 0], [10, 0]), ...later);
    expect(plotOf(given)).toEqual({
      canary: 'M50 100L100 0',
      stable: 'M0 100L50 90L100 98',
      top: 0.5,
      from: new Date(0),
      to: new Date(10_000),
    });
  });

  it.each([
    [0, 0.01],
    [2, 0.02],
    [30, 0.5],
    [51, 1],
  ])('with %s failures of 100 pages has the scale %s', (failed, top) => {
    expect(plotOf(health(point(0, [0, 0], [0, 0]), point(5, [100, failed], [100, 0])))?.top).toBe(top);
  });
});
