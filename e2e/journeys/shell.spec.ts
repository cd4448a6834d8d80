import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { demoAccount, signIn, newUser } from '../support/users.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const unread = async (page: Page) => Number(/\d+/.exec((await bell(page).textContent()) ?? '')?.[0] ?? 0);
/** Whether the part, or an element in it, has the focus. */
const hasFocus = (part: Locator) => part.evaluate((element) => element.contains(document.activeElement));
/** Opens the dashboard of a role's demo account, which has unread notifications. */
async function openWithUnread(page: Page, role: 'pilot' | 'client'): Promise<void> {
  await signIn(page.request, demoAccount(role));
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName(/unread$/);
}

test('read notifications stay read after a reload, for this user only', async ({ open }) => {
  const page = await open();
  await openWithUnread(page, 'pilot');
  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  expect(await list.getByRole('listitem').count()).toBeLessThanOrEqual(5);
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(list.getByText('No new notifications')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await openWithUnread(page, 'client');
});

test('a notification opens its job by keyboard, and Back closes the job', async ({ open }) => {
  const page = await open();
  await openWithUnread(page, 'client');
  const before = await unread(page);
  await bell(page).press('Enter');
  const first = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first();
  const [, title] = /"(.+)"/.exec((await first.textContent()) ?? '') ?? [];
  if (title === undefined) throw new Error('The notification names no job');
  await first.press('Enter');
  const job = page.getByRole('dialog', { name: title });
  await expect(job.getByText('Survey Type')).toBeVisible();
  await expect(page).toHaveURL(/\/jobs\?job=\d+$/);
  await job.getByRole('button', { name: 'Close' }).first().click();
  await expect(job).toBeHidden();
  await expect(page).toHaveURL(/\/jobs$/);
  // The heading has the focus if it was rendered before the job, and else `main`.
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true);
  expect(await unread(page)).toBe(before - 1);
  await page
    .getByRole('row')
    .filter({ hasText: title })
    .getByRole('button', { name: 'View', exact: true })
    .click();
  await expect(job).toBeVisible();
  await page.goBack();
  await expect(job).toBeHidden();
  await expect(page).toHaveURL(/\/jobs$/);
});

test('if the session ends during a form, the password is required and the form is then sent', async ({
  as,
}) => {
  const user = newUser('client', 'Ella Ended');
  const page = await as(user);
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await form.getByLabel('Job Title').fill('Bridge deck, crack survey');
  await form.getByLabel('Description').fill('Both lanes, from the north pier on.');
  await form.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: 'Site Survey' }).click();
  await form.getByLabel('Location').fill('Waco, TX');
  await form.getByLabel('Budget').fill('900');
  await form.getByLabel('Deadline').fill('2031-05-02');
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Create Job' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByText(user.username)).toBeVisible();
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('not-my-password');
  await password.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(page.locator('input[value="Bridge deck, crack survey"]')).toBeVisible();
  await password.fill(user.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page.getByText('Job created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Bridge deck, crack survey' })).toBeVisible();
  await expect(page.getByText('Failed to create job')).toBeHidden();
});

test('signing in with another account opens the same page and shows nothing of the first user', async ({
  as,
}) => {
  const page = await as(newUser('pilot', 'Petra Past'));
  await page.getByRole('link', { name: 'Flight Data', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Flight Data', exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Schedule' }).click();
  await page
    .getByRole('dialog', { name: 'Your session has ended' })
    .getByRole('button', { name: 'Use another account' })
    .click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Petra Past')).toBeHidden();
  await page.getByRole('button', { name: 'Use client demo' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/schedule$/);
  await expect(page.getByRole('complementary').getByText('Client', { exact: true })).toBeVisible();
});

const DARK = 'rgb(15, 21, 19)';
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the theme applies before the first paint and in every tab', async ({ open }) => {
  const page = await open();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await background(page)).toBe(DARK);

  // The document alone, without the scripts of the shell.
  await page.route('**/shell/**', (route) => route.abort());
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('body').waitFor({ state: 'attached' });
  expect(await background(page)).toBe(DARK);
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#0F1513');
  await page.unroute('**/shell/**');

  await signIn(page.request, demoAccount('pilot'));
  await page.goto('/');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Dark theme');
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).press('Escape');
  expect(await background(page)).toBe(DARK);

  const tab = await page.context().newPage();
  await tab.emulateMedia({ colorScheme: 'light' });
  await tab.goto('/schedule');
  await tab.getByRole('button', { name: 'User menu' }).click();
  await tab.getByRole('menuitemradio', { name: 'System theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
  expect(await background(page)).not.toBe(DARK);
});

test('signing out works offline and reaches the server later, and a notice shows the lost connection', async ({
  as,
}) => {
  const user = newUser('pilot', 'Olga Offline');
  const page = await as(user);
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline')).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(user.name)).toBeHidden();
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline')).toBeHidden();

  await page.unroute('**/api/auth/logout');
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('[FRAME-20] on a phone the navigation is a drawer that works by keyboard', async ({ as }) => {
  const page = await as(newUser('pilot', 'Dora Drawer'));
  await page.setViewportSize({ width: 360, height: 740 });
  const opener = page.getByRole('button', { name: 'Open navigation' });
  const drawer = page.getByRole('dialog', { name: 'Side panel' });
  await opener.press('Enter');
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await expect(drawer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.press('Enter');
  await drawer.getByRole('link', { name: 'Schedule' }).press('Enter');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeFocused();
});
