import { expect, type Page } from '@playwright/test';
import type { Person } from './people.ts';

/** Fills in the signup form, as a person does who has opened it. */
export async function fillSignup(page: Page, person: Person, flightHours?: string): Promise<void> {
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

/** Signs somebody up on the screen, who is then asked to sign in. */
export async function signUpOnScreen(page: Page, person: Person, flightHours?: string): Promise<void> {
  await page.goto('/signup');
  await fillSignup(page, person, flightHours);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Signs in on the screen of somebody who has just signed up: their username stands there already. */
export async function signInAfterSignup(page: Page, person: Person): Promise<void> {
  await expect(page.getByLabel('Username')).toHaveValue(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Welcome back!')).toBeVisible();
}
