import { HEIGHT_LIMIT, METERS_PER_FOOT } from '@dps/contract';
import {
  drawnPoints,
  evenlySpacedIndexes,
  frameOf,
  pathAboveLimit,
  pathThrough,
  scaleBar,
} from './drawing.ts';

describe('a drawing', () => {
  const track = {
    longitudes: [179.999, -179.999, -179.999],
    latitudes: [0, 0, 0.001],
    heights: null,
    seconds: [0, 20, 40],
  };

  it('has north at the top and no gap at the antimeridian', () => {
    const points = drawnPoints(track);
    expect(points.map(({ x }) => Math.round(x))).toEqual([0, 223, 223]);
    expect(points.map(({ y }) => Math.round(y))).toEqual([-0, -0, -111]);
  });

  it('contains every point, with a margin', () => {
    const { x, y, width, height } = frameOf(drawnPoints(track));
    expect(x).toBeLessThan(0);
    expect(y).toBeLessThan(-111);
    expect(x + width).toBeGreaterThan(222);
    expect(y + height).toBeGreaterThan(0);
  });

  it('has a minimum size for an aircraft that hovered', () => {
    const place = { x: 0, y: 0 };
    expect(frameOf([place, place])).toMatchObject({ width: 11.6, height: 11.6 });
  });

  it('has a path through the points', () => {
    const points = [0, 1.26, 3].map((x) => ({ x, y: -x }));
    expect(pathThrough(points)).toBe('M0 0L1.3 -1.3L3 -3');
  });

  it('marks only the legs above the limit', () => {
    const points = [0, 1, 2, 3].map((x) => ({ x, y: 0 }));
    const over = HEIGHT_LIMIT + 1;
    expect(pathAboveLimit(points, [0, HEIGHT_LIMIT, over, over])).toBe('M1 0L2 0M2 0L3 0');
    expect(pathAboveLimit(points, [0, 1, 2, HEIGHT_LIMIT])).toBe('');
    expect(pathAboveLimit(points, null)).toBe('');
  });
});

describe('scaleBar', () => {
  it.each([
    [3000, 2000],
    [914.5, 1000],
    [914, 500],
    [11.6, 10],
  ])('is a round length for a drawing of %d m: %d ft', (width, feet) => {
    const bar = scaleBar({ x: 0, y: 0, width, height: 1 });
    expect(bar.feet).toBe(feet);
    expect(bar.meters).toBeCloseTo(feet * METERS_PER_FOOT, 9);
    expect(bar.meters).toBeLessThanOrEqual(width / 3);
  });
});

describe('evenlySpacedIndexes', () => {
  it('returns all indexes of a short list, and both ends of a long one', () => {
    expect(evenlySpacedIndexes(3, 25)).toEqual([0, 1, 2]);
    const chosen = evenlySpacedIndexes(1000, 25);
    expect([chosen.length, chosen[0], chosen.at(-1)]).toEqual([25, 0, 999]);
  });
});
