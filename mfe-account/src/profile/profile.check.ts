import { profileBody, type ProfileBody } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { candidateOf, type ProfileValues } from './profile.values.ts';

/** Returns the errors of the profile form by field. */
export const profileErrors = (values: ProfileValues, stored: ProfileValues) =>
  schemaErrors(profileBody, candidateOf(values, stored));

/**
 * Returns the request body of a valid form.
 *
 * @param stored the form of the stored user
 * @throws yup's ValidationError if the form is invalid
 */
export function profileOf(values: ProfileValues, stored: ProfileValues): ProfileBody {
  return profileBody.validateSync(candidateOf(values, stored));
}
