import type { Page } from '@playwright/test';
import { paths } from '@dps/shared-contracts';
import { expect, test } from '../support/test.ts';
import { signUp, somebody } from '../support/people.ts';

test('the profile shows its own loading text while its user and its module load', async ({ open }) => {
  const page = await open();
  await signUp(page.request, somebody('pilot', 'Lola Loading'));
  const user = Promise.withResolvers<void>();
  const module = Promise.withResolvers<void>();
  await page.route(`**${paths.currentUser()}`, async (route) => {
    await user.promise;
    await route.continue();
  });
  await page.route('**/modules/account/**', async (route) => {
    await module.promise;
    await route.continue();
  });
  await page.goto('/profile', { waitUntil: 'commit' });
  await expect(page.getByText('Loading profile...')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  user.resolve();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByText('Loading profile...')).toBeVisible();
  module.resolve();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await expect(page.getByText('Loading profile...')).toBeHidden();
});

/** Counts the requests for the current user that a page makes from now on. */
function countSessionRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === paths.currentUser()) count += 1;
  });
  return () => count;
}

test('a signed-out visit to the dashboard requests the current user once', async ({ open }) => {
  const page = await open();
  const requests = countSessionRequests(page);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests()).toBe(1);
});

test('a signed-in visit to the dashboard requests the current user once', async ({ open }) => {
  const page = await open();
  await signUp(page.request, somebody('pilot', 'Olga Once'));
  const requests = countSessionRequests(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests()).toBe(1);
});
