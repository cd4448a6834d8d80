import { object, type InferType } from './yup.ts';
import { coordinates } from './place.ts';
import { email, flightHours, personName } from './fields.ts';

/**
 * PUT /api/user/profile
 *
 * A separate file, because a page loads all schemas of a file, and the profile page has little room.
 */
export const profileBody = object({
  name: personName(),
  email: email(),
  flightHours: flightHours().optional(),
  /** Where a pilot starts; null removes it, and without the field it stays. */
  base: coordinates().nullable().optional(),
})
  .exact()
  .required()
  .meta({ id: 'Profile' });
export type ProfileBody = InferType<typeof profileBody>;
