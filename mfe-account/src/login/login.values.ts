import type { LoginBody } from '@dps/shared-contracts';

/** The login form as it is sent: keyboards that complete words leave a space behind the username. */
export function loginOf({ username, password }: LoginBody): LoginBody {
  return { username: username.trim(), password };
}
