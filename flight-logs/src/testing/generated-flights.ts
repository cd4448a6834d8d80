import type { FlightTrack } from '@dps/contract';
import { metersPerDegree } from './flight-logs.ts';

/** A way to fly to a place, in metres from take-off at a speed in metres a second, or a time to hover, in seconds. */
type Leg = readonly [x: number, y: number, speed: number] | { hover: number };

const grid = Array.from({ length: 12 }, (_, line): Leg[] => {
  const end = line % 2 === 0 ? 300 : 0;
  return [
    [end, line * 30, 7],
    [end, (line + 1) * 30, 4],
  ];
});

/** The flights whose distances are compared with the true ones. */
export const FLIGHTS = {
  'hovers for ten of twelve minutes': [[200, 0, 8], { hover: 300 }, [200, 100, 8], { hover: 300 }, [0, 0, 8]],
  'surveys a grid': [...grid.flat(), [0, 0, 10]],
  'follows a corridor at 15 m/s': [
    [2500, 0, 15],
    [2500, 40, 6],
    [0, 40, 15],
    [0, 0, 6],
  ],
} as const satisfies Record<string, readonly Leg[]>;

const LATITUDE = 39.28;
const { north: NORTH, east: EAST } = metersPerDegree(LATITUDE);

/** Returns normally distributed numbers, the same ones each time: the Box–Muller transform of a Lehmer generator. */
function normalNumbers(): () => number {
  let state = 7;
  const uniform = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Returns the places of a flight, in metres, and its true length. */
function placesOf(legs: readonly Leg[], rate: number): { places: [number, number][]; length: number } {
  const places: [number, number][] = [];
  let [x, y, length, end, count] = [0, 0, 0, 0, 0];
  for (const leg of legs) {
    const [toX, toY, speed] = 'hover' in leg ? [x, y, 0] : leg;
    const way = Math.hypot(toX - x, toY - y);
    const [start, time] = [end, 'hover' in leg ? leg.hover : way / speed];
    end += time;
    for (; count / rate < end; count += 1) {
      const share = (count / rate - start) / time;
      places.push([x + (toX - x) * share, y + (toY - y) * share]);
    }
    length += way;
    [x, y] = [toX, toY];
  }
  return { places: [...places, [x, y]], length };
}

/**
 * Returns the track of a flight and its true length.
 *
 * @param rate positions a second
 * @param noise standard deviation of each coordinate, in metres
 */
export function generatedFlight(
  legs: readonly Leg[],
  rate: number,
  noise: number,
): { track: FlightTrack; length: number } {
  const { places, length } = placesOf(legs, rate);
  const next = normalNumbers();
  const round = (value: number) => Math.round(value * 1e7) / 1e7;
  const noisy = places.map(([x, y]) => [x + next() * noise, y + next() * noise] as const);
  const track = {
    longitudes: noisy.map(([x]) => round(-76.6 + x / EAST)),
    latitudes: noisy.map(([, y]) => round(LATITUDE + y / NORTH)),
    heights: null,
    seconds: noisy.map((_, index) => Math.round((index / rate) * 10) / 10),
  };
  return { track, length };
}
