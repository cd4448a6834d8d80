import type { Page } from '@playwright/test';
import { paths } from '@dps/contract';
import { expect, test } from '../support/test.ts';
import { signUp, newUser } from '../support/users.ts';

test('the profile shows its own loading text while its user and its module load', async ({ open }) => {
  const page = await open();
  await signUp(page.request, newUser('pilot', 'Lola Loading'));
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
  await signUp(page.request, newUser('pilot', 'Olga Once'));
  const requests = countSessionRequests(page);
  // The last request of the page. It has no end, so the network does not become idle.
  const stream = page.waitForRequest(`**${paths.events()}`);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await stream;
  expect(requests()).toBe(1);
});

/** Opens the dashboard twice, by `/login` and then by `/signup`: the history has two page loads of `/`. */
async function dashboardLoadedTwice(page: Page): Promise<void> {
  await signUp(page.request, newUser('pilot', 'Bella Back'));
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'User menu' }).click();
}
const signOut = (page: Page) => page.getByRole('menuitem', { name: 'Sign out' }).click();

async function expectSignInPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
}

test('Back before the response to Sign out leads to the sign-in page, with a spinner until then', async ({
  open,
}) => {
  const page = await open();
  await dashboardLoadedTwice(page);
  const response = Promise.withResolvers<void>();
  await page.route(`**${paths.logout()}`, async (route) => {
    await response.promise;
    // The page that sent the first request has unloaded.
    await route.continue().catch(() => undefined);
  });
  const sent = page.waitForRequest(`**${paths.logout()}`);
  await signOut(page);
  await sent;
  const repeated = page.waitForRequest(`**${paths.logout()}`);
  await page.goBack({ waitUntil: 'commit' });
  await repeated;
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  response.resolve();
  await expectSignInPage(page);
});

test('Back before the sign-in page is drawn leads to it, with a spinner until then', async ({ open }) => {
  const page = await open();
  await dashboardLoadedTwice(page);
  const modules = Promise.withResolvers<void>();
  await page.route('**/modules/account/**', async (route) => {
    await modules.promise;
    await route.continue();
  });
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  modules.resolve();
  await expectSignInPage(page);
});
