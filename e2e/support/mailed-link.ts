import { setTimeout as delay } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { paths } from '@dps/contract';
import { Client } from 'pg';

const WITHIN_MS = 60_000;
const PAUSE_MS = 100;

const read = async (url: string): Promise<string> => (await fetch(url)).text();

/** Returns the path of the newest mail to an address in the mailbox of a product; undefined before it arrives. */
async function mailTo(product: string, email: string): Promise<string | undefined> {
  const rows = (await read(`${product}/mailbox`)).split('<li>');
  return /href="(\/mailbox\/\d+)"/.exec(rows.find((row) => row.includes(`To ${email} `)) ?? '')?.[1];
}

/**
 * Waits for the newest mail to an address, and returns the path and token of its link: `/confirm-email#…`.
 *
 * @param page that the link opens; the default is any page
 */
export async function mailedLink(product: string, email: string, page = ''): Promise<string> {
  const end = Date.now() + WITHIN_MS;
  while (Date.now() < end) {
    const mail = await mailTo(product, email);
    const link = mail && /\/[\w-]+#[\w-]{43}/.exec(await read(product + mail))?.[0];
    if (link?.startsWith(`/${page}`)) return link;
    await delay(PAUSE_MS);
  }
  throw new Error(`No mail to ${email} has arrived`);
}

/** Confirms the address of a new user by the mailed link, as the user does. `request` has the session of the user. */
export async function confirmByMail(
  request: APIRequestContext,
  product: string,
  email: string,
): Promise<void> {
  const token = (await mailedLink(product, email)).split('#')[1];
  const headers = { origin: product };
  const response = await request.post(product + paths.emailConfirmation(), { data: { token }, headers });
  if (!response.ok()) throw new Error(`The address was not confirmed: ${response.status()}`);
}

/** Confirms the address of a new user in the database. A mail arrives up to a second later, and most journeys need a user. */
export async function confirmInDatabase(databaseUrl: string, email: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query('UPDATE users SET email_confirmed_at = now() WHERE email = $1', [email]);
  } finally {
    await database.end();
  }
}
