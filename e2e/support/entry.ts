import { expect, type Page } from '@playwright/test';
import type { NewUser } from './users.ts';

/** Fills in the open signup form. */
export async function fillSignup(page: Page, user: NewUser, flightHours?: string): Promise<void> {
  await page.getByLabel('Full Name').fill(user.name);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Username').fill(user.username);
  await page.getByRole('combobox', { name: 'Account Type' }).click();
  const type = user.role === 'pilot' ? 'Drone Pilot' : 'Client (Need Surveying)';
  await page.getByRole('option', { name: type }).click();
  if (flightHours !== undefined) await page.getByLabel('Flight Hours (Optional)').fill(flightHours);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(user.password);
}

/** Fills in and sends the open sign-in form. */
export async function fillSignIn(
  page: Page,
  { username, password }: Pick<NewUser, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in after a signup: the form already contains the username. */
export async function signInAfterSignup(page: Page, user: NewUser): Promise<void> {
  await expect(page.getByLabel('Username')).toHaveValue(user.username);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Welcome back!')).toBeVisible();
}

/** Confirms a change of the account with the password. */
export async function confirmChange(page: Page, { password }: NewUser): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}
