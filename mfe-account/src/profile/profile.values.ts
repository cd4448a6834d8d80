import type { UserView } from '@dps/contract';

/** The values of the profile form, as typed. */
export interface ProfileValues {
  name: string;
  email: string;
  flightHours: string;
  /** The name of a town, or coordinates. */
  base: string;
}

/** Returns the form of a stored user. */
export function profileValues({ name, email, flightHours, base }: UserView): ProfileValues {
  return {
    name,
    email,
    flightHours: flightHours === null ? '' : String(flightHours),
    base: base ? (base.name ?? `${base.latitude}, ${base.longitude}`) : '',
  };
}

/**
 * Returns the request body before validation, without the base.
 *
 * @param stored the form of the stored user: unchanged fields keep their exact texts
 */
export const candidateOf = ({ name, email, flightHours }: ProfileValues, stored: ProfileValues) => ({
  name: name === stored.name ? name : name.trim(),
  email,
  flightHours,
});
