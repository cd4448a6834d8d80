import { mixed, number, object } from './yup.ts';
import { areaFault } from '../domain/area-faults.ts';
import { AREA_LIMITS, type JobArea } from '../domain/job-area.ts';

/** Whether a value is a list of lists of this depth, with numbers at its end. */
function isNested(value: unknown, depth: number): boolean {
  if (depth === 0) return typeof value === 'number';
  return Array.isArray(value) && value.every((each) => isNested(each, depth - 1));
}

/** Whether a value has the structure of an area, and nothing else. */
export function isArea(value: unknown): value is JobArea {
  if (typeof value !== 'object' || value === null) return false;
  const { type, coordinates, ...more }: { type?: unknown; coordinates?: unknown } = value;
  if (Object.keys(more).length > 0) return false;
  return (
    (type === 'Polygon' && isNested(coordinates, 3)) || (type === 'MultiPolygon' && isNested(coordinates, 4))
  );
}

const RING = {
  type: 'array',
  minItems: 4,
  maxItems: AREA_LIMITS.verticesOfRing + 1,
  items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number', minimum: -180, maximum: 180 } },
};
const POLYGON = { type: 'array', minItems: 1, maxItems: AREA_LIMITS.rings, items: RING };

/** A block of 320 m by 330 m in Austin, Texas, with a hole. */
const EXAMPLE: JobArea = {
  type: 'Polygon',
  coordinates: [
    [
      [-97.745, 30.266],
      [-97.7417, 30.266],
      [-97.7417, 30.269],
      [-97.745, 30.269],
      [-97.745, 30.266],
    ],
    [
      [-97.744, 30.267],
      [-97.744, 30.268],
      [-97.743, 30.268],
      [-97.743, 30.267],
      [-97.744, 30.267],
    ],
  ],
};

const area = () =>
  mixed<JobArea>({ check: isArea }).typeError(
    'Expected a GeoJSON Polygon or MultiPolygon with longitudes and latitudes',
  );

const META = {
  id: 'JobArea',
  jsonSchema: {
    description:
      'GeoJSON of 100 m² to 500 km² with at most 10 rings. Lines must not cross or touch, and holes are inside their border.',
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['Polygon', 'MultiPolygon'] },
      coordinates: {
        anyOf: [POLYGON, { type: 'array', minItems: 1, maxItems: AREA_LIMITS.rings, items: POLYGON }],
      },
    },
    required: ['type', 'coordinates'],
    additionalProperties: false,
    examples: [EXAMPLE],
  },
} as const;

/** The area of a job in a request. */
export const jobArea = () =>
  area()
    .test('area', (value, context) => {
      const fault = value ? areaFault(value) : null;
      return fault === null || context.createError({ message: fault });
    })
    .nullable()
    .meta(META);

/** The area of a job in a response, which was checked when it was stored. */
export const jobAreaView = () => area().nullable().meta(META);

const meters = () => number().integer().min(0).required();

/** The figures of an area in a response. */
export const areaSummary = () =>
  object({
    squareMeters: meters(),
    widthMeters: meters(),
    heightMeters: meters(),
    longitude: number().min(-180).max(180).required(),
    latitude: number().min(-90).max(90).required(),
  })
    .noUnknown()
    .default(undefined)
    .nullable()
    .optional()
    .meta({ id: 'AreaSummary' });
