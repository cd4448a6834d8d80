import { formatAreaSize } from './area-size.ts';

/** Maximum number of positions in the outlines of the gaps of an area. */
export const GAP_POINTS_MAX = 2000;

/** Reasons why a flight does not count for the coverage of an area. The list grows. */
export const UNCOUNTED_REASONS = [
  'no-log',
  'checking',
  'unreadable',
  'not-evidence',
  'no-track',
  'no-heights',
] as const;
export type UncountedReason = (typeof UNCOUNTED_REASONS)[number];

export const isUncountedReason = (reason: string): reason is UncountedReason =>
  UNCOUNTED_REASONS.some((each) => each === reason);

/** Returns a share in percent, rounded down: 100 has no gap above a thousandth, which the method cannot tell from none. */
export const coveredPercentOf = (share: number): number => Math.min(100, Math.floor(share * 100 + 0.1));

/** Formats a covered part: "92% of 24.7 acres (10 ha)". */
export const formatCoverage = (coverage: { coveredPercent: number; areaSquareMeters: number }): string =>
  `${coverage.coveredPercent}% of ${formatAreaSize(coverage.areaSquareMeters)}`;
