import { expect, type Page } from '@playwright/test';
import type { NewUser } from './users.ts';

/** Fills in the open signup form. */
export async function fillSignup(page: Page, person: NewUser, flightHours?: string): Promise<void> {
  await page.getByLabel('Full Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Username').fill(person.username);
  await page.getByRole('combobox', { name: 'Account Type' }).click();
  const type = person.role === 'pilot' ? 'Drone Pilot' : 'Client (Need Surveying)';
  await page.getByRole('option', { name: type }).click();
  if (flightHours !== undefined) await page.getByLabel('Flight Hours (Optional)').fill(flightHours);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
}

/** Signs a user up on the screen, which then shows the sign-in page. */
export async function signUpOnScreen(page: Page, person: NewUser, flightHours?: string): Promise<void> {
  await page.goto('/signup');
  await fillSignup(page, person, flightHours);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Signs in after a signup: the form already contains the username. */
export async function signInAfterSignup(page: Page, person: NewUser): Promise<void> {
  await expect(page.getByLabel('Username')).toHaveValue(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Welcome back!')).toBeVisible();
}
