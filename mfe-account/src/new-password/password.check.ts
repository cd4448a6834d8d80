// The checks of forms load when a form is first validated: the first paint does not need the schemas.
import {
  passwordForm,
  resetForm,
  resetRequestBody,
  type PasswordBody,
  type ResetRequestBody,
} from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';

/** The values of the form that changes the password, as typed. */
export interface PasswordValues extends PasswordBody {
  confirmPassword: string;
}

/** Returns the errors of the form that changes the password, by field. */
export const passwordErrors = (values: PasswordValues) => schemaErrors(passwordForm, values);

/** Returns the errors of the form that requests a mailed link, by field. */
export const requestErrors = (values: ResetRequestBody) => schemaErrors(resetRequestBody, values);

/** Returns the body of the request for a mailed link, of a valid form. */
export const requestOf = (values: ResetRequestBody) => resetRequestBody.validateSync(values);

/** Returns the errors of the form that chooses a password after a mailed link, by field. */
export const resetErrors = (values: object) => schemaErrors(resetForm, values);
