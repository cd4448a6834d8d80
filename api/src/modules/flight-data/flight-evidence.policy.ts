import {
  FLIGHT_BOUNDS,
  isDistanceOf,
  measureTrack,
  topSpeed,
  type FlightEvidenceBody,
  type FlightTrack,
  type TrackMeasures,
} from '@dps/contract';
import type { FieldError } from '../../platform/errors/domain-error.ts';

type Figures = FlightEvidenceBody['figures'];
type Agrees = (claimed: Figures, track: TrackMeasures) => boolean;

/** True if both are null, or if they differ by at most `allowed`. */
function near(claimed: number | null, found: number | null, allowed: number): boolean {
  if (claimed === null || found === null) return claimed === found;
  return Math.abs(claimed - found) <= allowed;
}

/**
 * Tolerances between the figures of a complete log and those of its simplified track. The track keeps the corners of the
 * hull, the highest position and both ends, so these figures differ only by rounding.
 */
const AGREEMENT: { readonly [Name in Exclude<keyof TrackMeasures, 'distanceMeters'>]: Agrees } = {
  durationSeconds: (claimed, track) => near(claimed.durationSeconds, track.durationSeconds, 1),
  maxHeightMeters: (claimed, track) => near(claimed.maxHeightMeters, track.maxHeightMeters, 0.2),
  areaSquareMeters: (claimed, track) =>
    near(claimed.areaSquareMeters, track.areaSquareMeters, 20 + track.areaSquareMeters * 0.01),
  secondsAboveLimit: (claimed, track) =>
    near(claimed.secondsAboveLimit, track.secondsAboveLimit, 5 + track.durationSeconds * 0.05),
};

const mismatch = (name: string): FieldError => ({
  path: `evidence.figures.${name}`,
  message: 'The track does not match this figure',
});

function isOrdered(seconds: readonly number[]): boolean {
  return seconds.every((each, index) => each >= (seconds[index - 1] ?? 0));
}

function columnErrors({ longitudes, latitudes, heights, seconds }: FlightTrack): FieldError[] {
  const columns = { latitudes, heights, seconds };
  const wrong = Object.entries(columns).filter(
    ([, column]) => column !== null && column.length !== longitudes.length,
  );
  const errors = wrong.map(([name]) => ({
    path: `evidence.track.${name}`,
    message: 'Expected one number for each longitude',
  }));
  if (isOrdered(seconds)) return errors;
  return [...errors, { path: 'evidence.track.seconds', message: 'The times must not decrease' }];
}

/**
 * Returns the errors of a summary. Its figures cannot be recalculated, so only a record whose positions are encrypted may be one, and
 * only with the figures that its header has.
 */
function summaryErrors({ format, figures, heightReference }: FlightEvidenceBody): FieldError[] {
  const { positions, areaSquareMeters, secondsAboveLimit, maxHeightMeters, distanceMeters } = figures;
  const isTooFast = distanceMeters > FLIGHT_BOUNDS.speed * figures.durationSeconds;
  const checks = [
    ['track', format === 'dji-txt' && positions === 0],
    ['figures.areaSquareMeters', areaSquareMeters === 0],
    ['figures.secondsAboveLimit', secondsAboveLimit === null],
    ['figures.distanceMeters', !isTooFast],
    ['heightReference', heightReference === (maxHeightMeters === null ? null : 'take-off')],
  ] as const;
  return checks
    .filter(([, isRight]) => !isRight)
    .map(([name]) => ({ path: `evidence.${name}`, message: 'A log without a track does not have this' }));
}

/** Returns the errors of evidence whose figures do not match its track. */
export function evidenceErrors(evidence: FlightEvidenceBody): FieldError[] {
  const { figures, heightReference, track } = evidence;
  if (!track) return summaryErrors(evidence);
  const broken = columnErrors(track);
  if (broken.length > 0) return broken;
  const measured = measureTrack(track);
  const errors = Object.entries(AGREEMENT)
    .filter(([, agrees]) => !agrees(figures, measured))
    .map(([name]) => mismatch(name));
  if (!isDistanceOf(track, figures)) errors.push(mismatch('distanceMeters'));
  if ((heightReference === null) !== (track.heights === null)) {
    errors.push({
      path: 'evidence.heightReference',
      message: 'Heights require a height reference, and the reverse',
    });
  }
  if (topSpeed(track) > FLIGHT_BOUNDS.speed) {
    errors.push({
      path: 'evidence.track.seconds',
      message: `The track is faster than ${FLIGHT_BOUNDS.speed} m/s`,
    });
  }
  if (figures.positions < track.longitudes.length) {
    errors.push({ path: 'evidence.figures.positions', message: 'The track has more positions than the log' });
  }
  return errors;
}
