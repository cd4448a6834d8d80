import { isDistanceOf, radians, type FlightTrack } from '@dps/contract';
import { FLIGHTS, generatedFlight } from './testing/generated-flights.ts';
import { thinTrack } from './thin-track.ts';
import { distanceOf } from './track-distance.ts';

const RATES = [10, 1];
/** Metres: an estimate of the flight controller, and two receivers. */
const NOISES = [0, 0.3, 1];
const CASES = Object.entries(FLIGHTS).flatMap(([name, legs]) =>
  RATES.flatMap((rate) => NOISES.map((noise) => [name, rate, noise, legs] as const)),
);

describe('the distance of a flight', () => {
  it.each(CASES)(
    '[EVID-5] that %s differs by at most 2 %% from the true one at %d positions a second with a noise of %d m',
    (_name, rate, noise, legs) => {
      const { track, length } = generatedFlight(legs, rate, noise);
      const counted = distanceOf(track);
      expect(Math.abs(counted.distanceMeters / length - 1)).toBeLessThan(0.02);
      expect(counted.smallestMoveMeters === undefined).toBe(noise === 0);
      expect(isDistanceOf(thinTrack(track), counted)).toBe(true);
    },
  );

  it.each(RATES.flatMap((rate) => [0.02, 0.1].map((noise) => [rate, noise] as const)))(
    'that hovers differs by at most 2 %% at %d positions a second with a noise of %d m, if the app counts movements of 2 m',
    (rate, noise) => {
      const { track, length } = generatedFlight(FLIGHTS['hovers for ten of twelve minutes'], rate, noise);
      const counted = distanceOf(track, 2);
      expect(Math.abs(counted.distanceMeters / length - 1)).toBeLessThan(0.02);
      expect(isDistanceOf(thinTrack(track), counted)).toBe(true);
    },
  );

  it('has the drift of an aircraft that hovers, as its app does', () => {
    // A figure of eight of 0.6 m at 0.1 m/s, as recorded by aircraft in wind.
    const seconds = Array.from({ length: 3000 }, (_, index) => index / 10);
    const degrees = (meters: number) => meters / 111_195.08;
    const xs = seconds.map((each) => 0.3 * Math.sin(radians(each * 12)));
    const ys = seconds.map((each) => 0.3 * Math.sin(radians(each * 24)) * 0.5);
    const places = { longitudes: xs.map(degrees), latitudes: ys.map(degrees) };
    const drift: FlightTrack = { ...places, heights: null, seconds };
    let length = 0;
    for (let at = 1; at < xs.length; at += 1)
      length += Math.hypot((xs[at] ?? 0) - (xs[at - 1] ?? 0), (ys[at] ?? 0) - (ys[at - 1] ?? 0));
    const counted = distanceOf(drift);
    expect(Math.abs(counted.distanceMeters / length - 1)).toBeLessThan(0.02);
    expect(isDistanceOf(thinTrack(drift), counted)).toBe(true);
  });

  it('is the same across the antimeridian', () => {
    const { track } = generatedFlight(FLIGHTS['surveys a grid'], 1, 1);
    const there = track.longitudes.map((each) => ((each + 76.598 + 180 + 540) % 360) - 180);
    expect(there.some((each) => each > 179) && there.some((each) => each < -179)).toBe(true);
    const counted = distanceOf({ ...track, longitudes: there });
    expect(Math.abs(counted.distanceMeters / distanceOf(track).distanceMeters - 1)).toBeLessThan(0.001);
  });

  it.each([
    ['two positions', [0, 0.001], [0, 10]],
    ['positions at the same time', [0, 0.0005, 0.001, 0.001], [0, 0, 0, 0]],
  ])('is measured of %s', (_what, latitudes, seconds) => {
    const track = { longitudes: latitudes.map(() => 7), latitudes, heights: null, seconds };
    expect(distanceOf(track)).toEqual({ distanceMeters: 110.6, distanceSource: 'positions' });
  });
});
