import type { BrowserContext } from '@playwright/test';
import { paths, userView, type Role } from '@dps/shared-contracts';
import { signUp } from '../uploads/accounts.ts';

/** Somebody who has signed up, with the cookie of their session. */
export interface Account {
  id: number;
  cookie: string;
}

export type People = Record<'client' | 'pilot' | 'other', Account>;

async function account(url: string, role: Role): Promise<Account> {
  const cookie = await signUp(url, role);
  const answer = await fetch(url + paths.currentUser(), { headers: { cookie } });
  const { id } = await userView.validate(await answer.json());
  return { id, cookie };
}

/** A client and a pilot who work together, and another client. */
export async function signUpPeople(url: string): Promise<People> {
  return {
    client: await account(url, 'client'),
    pilot: await account(url, 'pilot'),
    other: await account(url, 'client'),
  };
}

/** Makes a browser's context that of somebody who is signed in. */
export async function signIn(context: BrowserContext, url: string, { cookie }: Account): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
}
