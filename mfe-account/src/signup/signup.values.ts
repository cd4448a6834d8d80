import { signupBody, signupForm, type Role, type SignupBody } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';

/** The values of the signup form, as typed; `role` is empty until the user chooses one. */
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

/** Returns the request body before validation. Only pilots have flight hours. */
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
