import { loginBody, type LoginBody } from '@dps/shared-contracts';
import { schemaErrors } from '@dps/shared-contracts/form';
import { loginOf } from './login.values.ts';

/** Returns the errors of the login form by field. */
export const loginErrors = (values: LoginBody) => schemaErrors(loginBody, loginOf(values));
