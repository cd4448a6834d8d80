import { expect, test } from '../support/test.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { fillSignup, signInAfterSignup } from '../support/entry.ts';
import { AERIAL_PHOTO } from '../support/files.ts';
import { press } from '../support/keyboard.ts';
import { choosePicture } from '../support/profile.ts';
import { newUser } from '../support/users.ts';

test('[WELCOME-1, WELCOME-2, WELCOME-3, FIRST-1] a visitor learns what the product is, signs up, and completes a first step', async ({
  open,
}) => {
  const page = await open();
  await page.setViewportSize({ width: 360, height: 740 });
  const user = newUser('pilot', 'Nell Newcomer');
  // Only signed-out visitors of a protected page are redirected. Its address remains for the sign-in.
  await page.goto('/jobs?status=paid');
  await expect(page).toHaveURL(/\/login$/);
  await press(page.getByRole('link', { name: 'What is Drone Pilot Surveys?' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drone surveys, from job to receipt');
  await press(page.getByRole('link', { name: 'Create account' }).first());
  await fillSignup(page, user, '12.5');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signInAfterSignup(page, user);
  await expect(page).toHaveURL(/\/jobs\?status=paid$/);

  await page.goto('/');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 4 done')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press(steps.getByRole('link', { name: 'Complete your profile' }));
  await choosePicture(page, AERIAL_PHOTO);
  await expect(page.getByText('Profile picture updated successfully!')).toBeVisible();
  await page.goto('/');
  await expect(steps.getByText('1 of 4 done')).toBeVisible();
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByText('No jobs yet')).toBeVisible();
  await expect(steps).toBeHidden();
});

test('[WELCOME-4] a signed-in user sees the welcome page in the frame, without links to an account', async ({
  signedUp,
}) => {
  const page = await signedUp(newUser('client', 'Clara Client'));
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { name: 'How a job runs' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0);
});
