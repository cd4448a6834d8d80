import { loginBody, type LoginBody } from '@dps/shared-contracts';
import { schemaErrors } from '../forms/schema-errors.ts';

/** The login form as it is sent: keyboards that complete words leave a space behind the username. */
export function loginOf({ username, password }: LoginBody): LoginBody {
  return { username: username.trim(), password };
}

/** What is wrong with the login form, by field. */
export const loginErrors = (values: LoginBody) => schemaErrors(loginBody, loginOf(values));
