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

/** Returns the request body before validation. */
export const candidateOf = ({ name, email, flightHours }: ProfileValues) => ({
  name: name.trim(),
  email: email.trim(),
  flightHours,
});
