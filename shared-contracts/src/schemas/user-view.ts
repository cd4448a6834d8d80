import { boolean, number, object, string, type InferType } from './yup.ts';
import { id, instant } from './fields.ts';
import { placeView } from './place.ts';
import { ROLES } from '../domain/role.ts';

/**
 * The current user.
 *
 * A separate file, because a page loads all schemas of a file, and the signup page has little room.
 */
export const userView = object({
  id: id().required(),
  name: string().required(),
  username: string().required(),
  email: string().required(),
  role: string().oneOf(ROLES).required(),
  flightHours: number().nullable().defined(),
  profileImage: string().nullable().defined(),
  // Optional, as all later fields, so that modules with these fields also fit shells from before them.
  /** True if the user must confirm the address before posting and accepting jobs. */
  mustConfirmEmail: boolean().optional(),
  /** The next address, until the link in its mail confirms it. */
  pendingEmail: string().nullable().optional(),
  /** Where a pilot starts; null without one. Other users never read it. */
  base: placeView.nullable().optional(),
  /** When the account is deleted; absent unless the user has requested it. */
  deletesAt: instant().optional(),
})
  .noUnknown()
  .meta({ id: 'User' });
export type UserView = InferType<typeof userView>;
