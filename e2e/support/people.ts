import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { DEMO_ACCOUNTS, paths, type Role } from '@dps/shared-contracts';

export interface Person {
  role: Role;
  name: string;
  username: string;
  email: string;
  password: string;
}

/** Somebody new: their username and address are theirs alone. */
export function somebody(role: Role, name: string): Person {
  const tag = randomUUID().slice(0, 8);
  return {
    role,
    name,
    username: `${role}_${tag}`,
    email: `${role}.${tag}@example.com`,
    password: `pass-${tag}`,
  };
}

/** The product that all journeys share. */
const SHARED = process.env['DPS_URL'] ?? '';

/** Signs a person up and in through the API; the session's cookie stays with `request`. */
export async function signUp(request: APIRequestContext, person: Person, product = SHARED): Promise<void> {
  const signup = await request.post(paths.signup(), { data: person, headers: { origin: product } });
  expect(signup.status()).toBe(201);
  await signIn(request, person, product);
}

/** Signs somebody in through the API. */
export async function signIn(
  request: APIRequestContext,
  { username, password }: Pick<Person, 'username' | 'password'>,
  product = SHARED,
): Promise<void> {
  const headers = { origin: product };
  const login = await request.post(paths.login(), { data: { username, password }, headers });
  expect(login.status()).toBe(200);
}

/** The demo account of a role: its jobs are in every state. Journeys look at it and change nothing. */
export function demoAccount(role: Role): Pick<Person, 'username' | 'password'> {
  const account = DEMO_ACCOUNTS.find((each) => each.role === role);
  if (!account) throw new Error(`There is no demo account for the role ${role}`);
  return account;
}
