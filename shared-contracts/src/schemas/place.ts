import { array, number, object, string, type InferType } from './yup.ts';
import { text } from './fields.ts';

const degrees = (max: number, message: string, description: string) =>
  number()
    .strict()
    .min(-max, message)
    .max(max, message)
    .meta({ jsonSchema: { description, examples: [30.2672] } });

const latitude = () =>
  degrees(90, 'Use -90 to 90 degrees', 'Degrees to the north; stored with four decimals');
const longitude = () =>
  degrees(180, 'Use -180 to 180 degrees', 'Degrees to the east; stored with four decimals');

/** Coordinates in a body. */
export const coordinates = () =>
  object({ latitude: latitude().required(), longitude: longitude().required() }).exact().default(undefined);

/** A position in a response, with the name of the town there: "Austin, Texas, United States". */
export const placeView = object({
  latitude: latitude().required(),
  longitude: longitude().required(),
  name: string().nullable().defined(),
})
  .noUnknown()
  .default(undefined)
  .meta({ id: 'Place' });
export type PlaceView = InferType<typeof placeView>;

const DEGREES = String.raw`-?\d{1,3}(\.\d{1,6})?`;

/**
 * GET /api/towns: the most populous towns whose names begin with a text, which may continue with the state or country, or those
 * of a map; or the town that a job with a location has.
 */
export const townsQuery = object({
  search: text(100)
    .meta({
      jsonSchema: {
        description: 'The beginning of the name of a town, at least two characters',
        examples: ['aus', 'springfield, ill'],
      },
    })
    .optional(),
  bounds: text(50)
    .matches(new RegExp(`^${DEGREES}(,${DEGREES}){3}$`), 'Use west,south,east,north in degrees')
    .meta({
      jsonSchema: {
        description: 'West, south, east and north of a map in degrees, instead of a search',
        examples: ['-98.2,30,-97.3,30.6'],
      },
    })
    .optional(),
  location: text(300)
    .meta({
      jsonSchema: {
        description: 'The location of a job, whose town is returned if one is found',
        examples: ['1100 Congress Ave, Austin, TX 78701'],
      },
    })
    .optional(),
}).exact();
export type TownsQuery = InferType<typeof townsQuery>;

/** The most towns of a search. */
export const TOWNS_LIMIT = 10;

/** The most towns of a map. */
export const MAP_TOWNS_LIMIT = 60;

export const townListView = array(placeView.required()).max(MAP_TOWNS_LIMIT).required();
