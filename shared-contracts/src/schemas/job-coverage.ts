import { array, mixed, number, object, string, type InferType } from './yup.ts';
import { jobAreaView } from './job-area.ts';
import { GAP_POINTS_MAX, UNCOUNTED_REASONS } from '../domain/job-coverage.ts';
import type { Ring } from '../domain/job-area.ts';

const squareMeters = () => number().integer().min(0).required();
const count = () => number().integer().min(0).required();

const isRings = (value: unknown): value is Ring[] =>
  Array.isArray(value) &&
  value.every(
    (ring) =>
      Array.isArray(ring) &&
      ring.every((position) => Array.isArray(position) && position.every((each) => typeof each === 'number')),
  );

/** A flight that does not count for the coverage. */
const uncountedFlight = object({
  flightNumber: string().required(),
  reason: string()
    .required()
    .meta({ jsonSchema: { description: 'From a list that grows', examples: [...UNCOUNTED_REASONS] } }),
})
  .noUnknown()
  .meta({ id: 'UncountedFlight' });
export type UncountedFlight = InferType<typeof uncountedFlight>;

/** The part of the area of a job that its flights covered. */
export const jobCoverageView = object({
  /** Null for a job without an area, whose figures are 0. */
  area: jobAreaView().defined(),
  areaSquareMeters: squareMeters(),
  coveredSquareMeters: squareMeters(),
  coveredPercent: number()
    .integer()
    .min(0)
    .max(100)
    .required()
    .meta({ jsonSchema: { description: 'Rounded down, so that 100 has no gap above 0.1% of the area' } }),
  gaps: mixed<Ring[]>({ type: 'array', check: isRings })
    .typeError('Expected rings of longitudes and latitudes')
    .required()
    .meta({
      jsonSchema: {
        description: `Outlines of the parts that are not covered, to be filled by the even-odd rule and clipped at the area. At most ${GAP_POINTS_MAX.toLocaleString('en-US')} positions; the smallest parts are left out.`,
        items: {
          type: 'array',
          items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' } },
        },
      },
    }),
  countedFlights: count(),
  /** How many of the counted flights have an unknown camera: see `ASSUMED_VIEW`. */
  assumedCameras: count(),
  uncounted: array(uncountedFlight.required()).required(),
})
  .noUnknown()
  .meta({ id: 'JobCoverage' });
export type JobCoverageView = InferType<typeof jobCoverageView>;
