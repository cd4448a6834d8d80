import { profileBody, type ProfileBody, type UserView } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';

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

const candidateOf = ({ name, email, flightHours }: ProfileValues) => ({
  name: name.trim(),
  email: email.trim(),
  flightHours,
});

/** Returns the errors of the profile form by field. */
export const profileErrors = (values: ProfileValues) => schemaErrors(profileBody, candidateOf(values));

/**
 * Returns the request body of a valid form.
 *
 * @throws yup's ValidationError if the form is invalid
 */
export function profileOf(values: ProfileValues): ProfileBody {
  return profileBody.validateSync(candidateOf(values));
}
