import type { Role } from '@dps/contract';

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
