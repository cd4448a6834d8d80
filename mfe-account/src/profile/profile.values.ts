import type { UserView } from '@dps/contract';

/** The values of the profile form, as typed. */
export interface ProfileValues {
  name: string;
  email: string;
  flightHours: string;
}

/** Returns the form of a stored user. */
export function profileValues({ name, email, flightHours }: UserView): ProfileValues {
  return { name, email, flightHours: flightHours === null ? '' : String(flightHours) };
}

/**
 * Returns the request body before validation.
 *
 * @param stored the form of the stored user: unchanged fields keep their exact texts
 */
export const candidateOf = ({ name, email, flightHours }: ProfileValues, stored: ProfileValues) => ({
  name: name === stored.name ? name : name.trim(),
  email,
  flightHours,
});
