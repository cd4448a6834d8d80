import { measureTrack, TRACK_POINTS_MAX, type FlightTrack } from '@dps/contract';
import { thinTrack } from './thin-track.ts';

/** A straight line to the east at 100 m, with a metre and a second between positions. `bump` moves some of them. */
function straight(
  count: number,
  bump: (index: number) => { up?: number; north?: number } = () => ({}),
): FlightTrack {
  const all = Array.from({ length: count }, (_, index) => index);
  return {
    longitudes: all.map((index) => index / 111_195),
    latitudes: all.map((index) => (bump(index).north ?? 0) / 111_195),
    heights: all.map((index) => 100 + (bump(index).up ?? 0)),
    seconds: all,
  };
}

describe('thinTrack', () => {
  it('keeps only both ends of a straight line', () => {
    const { longitudes, seconds } = thinTrack(straight(2000));
    expect(seconds).toEqual([0, 1999]);
    expect(longitudes).toHaveLength(2);
  });

  it('keeps the highest position even within the tolerance', () => {
    const track = straight(2000, (index) => ({ up: index === 1234 ? 0.1 : 0 }));
    expect(thinTrack(track).seconds).toEqual([0, 1234, 1999]);
  });

  it('keeps the corners of the hull even within the tolerance', () => {
    const track = straight(2000, (index) => ({ north: index === 700 ? 0.1 : 0 }));
    expect(thinTrack(track).seconds).toEqual([0, 700, 1999]);
    expect(measureTrack(thinTrack(track)).areaSquareMeters).toBe(measureTrack(track).areaSquareMeters);
  });

  it('keeps the positions where the aircraft hovered', () => {
    const waited = straight(100);
    const track = {
      ...waited,
      seconds: waited.seconds?.map((each) => (each > 50 ? each + 600 : each)) ?? null,
    };
    expect(thinTrack(track).seconds).toEqual([0, 50, 651, 699]);
  });

  it('[COVER-2] keeps both ends of a gap of the log, and marks the legs with a gap', () => {
    const { longitudes, latitudes, heights, seconds } = straight(2000);
    const cut = <Value>(column: readonly Value[]) => [...column.slice(0, 500), ...column.slice(540)];
    const track = {
      longitudes: cut(longitudes),
      latitudes: cut(latitudes),
      heights: cut(heights ?? []),
      seconds: cut(seconds),
    };
    const thin = thinTrack(track);
    expect(thin.seconds).toEqual([0, 499, 540, 1999]);
    expect(thin.gaps).toEqual([1]);
    expect(thinTrack(straight(2000))).not.toHaveProperty('gaps');
    // A log with a position every 20 seconds has more gaps than can be kept.
    const sparse = straight(2000);
    const every = thinTrack({
      ...sparse,
      seconds: sparse.seconds.map((each) => each * 20),
      longitudes: sparse.longitudes.map((each) => each * 20),
    });
    expect(every.seconds.length).toBeLessThanOrEqual(TRACK_POINTS_MAX);
    expect(every.gaps).toHaveLength(every.seconds.length - 1);
  });

  it('keeps the positions with the largest deviation, up to the maximum number', () => {
    const zigzag = straight(20_000, (index) => ({
      up: index % 2 === 0 ? 0 : 5,
      north: index === 9999 ? 300 : 0,
    }));
    const { seconds } = thinTrack(zigzag);
    expect(seconds).toHaveLength(TRACK_POINTS_MAX);
    expect(seconds).toContain(9999);
  });
});
