import { signupBody, signupForm, type SignupBody } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import type { SignupValues } from './signup.values.ts';

/** Returns the request body before validation. Only pilots have flight hours. */
function candidateOf({ username, password, email, name, role, flightHours }: SignupValues) {
  return {
    username: username.trim(),
    password,
    email,
    name: name.trim(),
    role: role || undefined,
    flightHours: role === 'pilot' ? flightHours : null,
  };
}

/** Returns the errors of the signup form by field. */
export function signupErrors(values: SignupValues): Record<string, string> {
  return schemaErrors(signupForm, { ...candidateOf(values), confirmPassword: values.confirmPassword });
}

/**
 * Returns the request body of a valid form, without the password confirmation.
 *
 * @throws yup's ValidationError if the form is invalid
 */
export function signupOf(values: SignupValues): SignupBody {
  return signupBody.validateSync(candidateOf(values));
}
