import { object, type InferType } from './yup.ts';
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
})
  .exact()
  .required()
  .meta({ id: 'Profile' });
export type ProfileBody = InferType<typeof profileBody>;
