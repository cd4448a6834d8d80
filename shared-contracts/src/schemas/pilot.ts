import { number, object, string, type InferType } from './yup.ts';
import { id, instant } from './fields.ts';

const count = () => number().integer().min(0).required();

/**
 * GET /api/pilots/{id}: the data of a pilot that a client may read. All figures are counted from the database; nothing is the
 * pilot's own claim, except the name and the picture.
 */
export const pilotView = object({
  id: id().required(),
  name: string().required(),
  profileImage: string().nullable().defined(),
  memberSince: instant().required(),
  /** The number of completed and paid jobs. */
  completedJobs: count(),
  /** Number of them with a flight of the pilot whose log is evidence of the job: it has no warnings. */
  jobsWithEvidence: count(),
  /** Number of them that were submitted for review by the deadline. */
  jobsOnTime: count(),
  /** The total duration of the pilot's flights, in minutes, without those whose log has warnings. */
  flightMinutes: count(),
})
  .noUnknown()
  .meta({ id: 'Pilot' });
export type PilotView = InferType<typeof pilotView>;
