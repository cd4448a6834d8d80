import { profileBody, type ProfileBody } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { candidateOf, type ProfileValues } from './profile.values.ts';

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
