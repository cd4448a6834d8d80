import { passwordForm, type PasswordBody } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';

/** The values of the form that changes the password, as typed. */
export interface PasswordValues extends PasswordBody {
  confirmPassword: string;
}

/**
 * Returns the errors of the form that changes the password, by field. Loads at the first change: the first paint does not
 * need the schemas.
 */
export const passwordErrors = (values: PasswordValues) => schemaErrors(passwordForm, values);
