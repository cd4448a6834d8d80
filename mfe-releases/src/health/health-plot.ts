import type { CanaryHealth, PageCounts } from '@dps/contract';

/** A line of a plot in a square of 100 × 100, as the `d` of a path. Empty without pages. */
export interface Plot {
  canary: string;
  stable: string;
  /** Highest share of the scale, from 0 to 1. */
  top: number;
  /** Times of the first and the last reading. */
  from: Date;
  to: Date;
}

/** Scales that a reader compares easily. */
const TOPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** Returns the share of failed pages, from 0 to 1. Without pages, 0. */
export const shareOf = ({ pages, failed }: PageCounts): number => (pages === 0 ? 0 : failed / pages);

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Returns the lines of a plot. Undefined with fewer than two readings. */
export function plotOf({ points }: CanaryHealth): Plot | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || first === last) return undefined;
  const [start, end] = [Date.parse(first.at), Date.parse(last.at)];
  const highest = Math.max(...points.flatMap(({ canary, stable }) => [shareOf(canary), shareOf(stable)]));
  const top = TOPS.find((each) => each >= highest) ?? 1;
  const lineOf = (release: 'canary' | 'stable'): string =>
    points
      .filter((point) => point[release].pages > 0)
      .map((point, index) => {
        const x = rounded((100 * (Date.parse(point.at) - start)) / Math.max(1, end - start));
        const y = rounded(100 - (100 * shareOf(point[release])) / top);
        return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
      })
      .join('');
  return {
    canary: lineOf('canary'),
    stable: lineOf('stable'),
    top,
    from: new Date(start),
    to: new Date(end),
  };
}
