import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { DEMO_ACCOUNTS, paths, userView, type Role } from '@dps/contract';
import { confirmByMail, confirmInDatabase } from './mailed-link.ts';

export interface NewUser {
  role: Role;
  name: string;
  username: string;
  email: string;
  password: string;
}

/** Returns the data of a new user with a unique username and email. */
export function newUser(role: Role, name: string): NewUser {
  const tag = randomUUID().slice(0, 8);
  return {
    role,
    name,
    username: `${role}_${tag}`,
    email: `${role}.${tag}@example.com`,
    password: `pass-${tag}`,
  };
}

/** Origin of the product that all journeys share. */
const SHARED = process.env['DPS_URL'] ?? '';

/** Signs a user up, with a confirmed address, and in through the API; `request` keeps the session cookie. */
export async function signUp(request: APIRequestContext, user: NewUser, product = SHARED): Promise<void> {
  const signup = await request.post(paths.signup(), { data: user, headers: { origin: product } });
  expect(signup.status()).toBe(201);
  const { mustConfirmEmail } = await userView.validate(await signup.json());
  const databaseUrl = product === SHARED ? process.env['DPS_DATABASE_URL'] : undefined;
  await signIn(request, user, product);
  if (mustConfirmEmail && databaseUrl !== undefined) await confirmInDatabase(databaseUrl, user.email);
  else if (mustConfirmEmail) await confirmByMail(request, product, user.email);
}

/** Signs a user in through the API. */
export async function signIn(
  request: APIRequestContext,
  { username, password }: Pick<NewUser, 'username' | 'password'>,
  product = SHARED,
): Promise<void> {
  const headers = { origin: product };
  const login = await request.post(paths.login(), { data: { username, password }, headers });
  expect(login.status()).toBe(200);
}

/** Returns the demo account of a role. Its jobs have every status, and journeys only read them. */
export function demoAccount(role: Role): Pick<NewUser, 'username' | 'password'> {
  const account = DEMO_ACCOUNTS.find((each) => each.role === role);
  if (!account) throw new Error(`There is no demo account for the role ${role}`);
  return account;
}
