import { signupBody, signupForm, type Role, type SignupBody } from '@dps/shared-contracts';
import { schemaErrors } from '../forms/schema-errors.ts';

/** What the signup form holds: texts as typed; `role` is empty until one is chosen. */
export interface SignupValues {
  name: string;
  email: string;
  username: string;
  role: Role | '';
  flightHours: string;
  password: string;
  confirmPassword: string;
}

export const EMPTY_SIGNUP: SignupValues = {
  name: '',
  email: '',
  username: '',
  role: '',
  flightHours: '',
  password: '',
  confirmPassword: '',
};

/** The values in the contract's terms, not yet checked: hours are a pilot's alone, keyboards leave spaces behind words. */
function candidateOf({ username, password, email, name, role, flightHours }: SignupValues) {
  return {
    username: username.trim(),
    password,
    email: email.trim(),
    name: name.trim(),
    role: role || undefined,
    flightHours: role === 'pilot' ? flightHours : null,
  };
}

/** What is wrong with the signup form, by field. */
export function signupErrors(values: SignupValues): Record<string, string> {
  return schemaErrors(signupForm, { ...candidateOf(values), confirmPassword: values.confirmPassword });
}

/**
 * The body of a form without errors; the second password stays in the browser.
 *
 * @throws yup's ValidationError for a form with errors
 */
export function signupOf(values: SignupValues): SignupBody {
  return signupBody.validateSync(candidateOf(values));
}
