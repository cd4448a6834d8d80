import { loginBody, type LoginBody } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { loginOf } from './login.values.ts';

/** Returns the errors of the login form by field. */
export const loginErrors = (values: LoginBody) => schemaErrors(loginBody, loginOf(values));
