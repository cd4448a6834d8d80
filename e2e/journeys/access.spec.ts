import { expect, test } from '../support/test.ts';
import { newUser, signUp } from '../support/users.ts';

test('returns to the requested page after sign-in', async ({ open }) => {
  const visitor = await open();
  const user = newUser('pilot', 'Dana Deep');
  await signUp(visitor.request, user);
  await visitor.context().clearCookies();
  await visitor.goto('/schedule');
  await expect(visitor).toHaveURL(/\/login$/);
  await visitor.getByLabel('Username').fill(user.username);
  await visitor.getByLabel('Password', { exact: true }).fill(user.password);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(visitor).toHaveURL(/\/schedule$/);
  await expect(visitor.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible();
});

test('shows an error for a wrong password and keeps the username', async ({ open }) => {
  const visitor = await open();
  await visitor.goto('/login');
  await visitor.getByLabel('Username').fill('demo_pilot');
  await visitor.getByLabel('Password', { exact: true }).fill('not-it-at-all');
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(visitor.getByText('Login failed')).toBeVisible();
  await expect(visitor.getByLabel('Username')).toHaveValue('demo_pilot');
});

test('redirects a signed-in user from the sign-in page to the dashboard', async ({ signedUp }) => {
  const page = await signedUp(newUser('client', 'Gail Guest'));
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
});

test('shows a client that job browsing is for pilots', async ({ signedUp }) => {
  const page = await signedUp(newUser('client', 'Cleo Client'));
  await page.goto('/browse-jobs');
  await expect(page.getByText('Access Restricted')).toBeVisible();
  await expect(page.getByText('This page is only available for pilots.')).toBeVisible();
  await page.getByRole('button', { name: 'Return to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
});

test('an address that does not exist shows the 404 page', async ({ open }) => {
  const visitor = await open();
  await visitor.goto('/no/such/page');
  await expect(visitor.getByText('404 Page Not Found')).toBeVisible();
  await expect(visitor.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('signing out ends the session', async ({ as }) => {
  const page = await as(newUser('pilot', 'Otto Out'));
  await page.getByRole('button', { name: /account|user menu/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});
