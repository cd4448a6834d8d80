import { profileBody, type ProfileBody, type UserView } from '@dps/shared-contracts';
import { schemaErrors } from '../forms/schema-errors.ts';

/** What the profile form holds, as typed. */
export interface ProfileValues {
  name: string;
  email: string;
  flightHours: string;
}

/** The form of a user as the server knows them. */
export function profileValues({ name, email, flightHours }: UserView): ProfileValues {
  return { name, email, flightHours: flightHours === null ? '' : String(flightHours) };
}

const candidateOf = ({ name, email, flightHours }: ProfileValues) => ({
  name: name.trim(),
  email: email.trim(),
  flightHours,
});

/** What is wrong with the profile form, by field. */
export const profileErrors = (values: ProfileValues) => schemaErrors(profileBody, candidateOf(values));

/**
 * The body of a form without errors.
 *
 * @throws yup's ValidationError for a form with errors
 */
export function profileOf(values: ProfileValues): ProfileBody {
  return profileBody.validateSync(candidateOf(values));
}
