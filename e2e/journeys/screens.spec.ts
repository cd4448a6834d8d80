import type { Page } from '@playwright/test';
import type { Role } from '@dps/contract';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { SCREENS } from '../support/files.ts';
import { demoAccount, signIn } from '../support/users.ts';

/** The buttons that open dialogs, by page. Journeys of single features check the others. */
type Openers = Readonly<Record<string, readonly RegExp[]>>;
const OPENERS = {
  client: {
    '/jobs': [/^Edit /, /^Delete /, /^Assigned$/, /^View$/],
    '/payments': [/^Payment Settings$/, /^View payment/],
  },
  pilot: {
    '/jobs': [/^View$/],
    '/browse-jobs': [/^View Details$/],
    '/schedule': [/^View Calendar$/, /^Calendar Feed$/],
    '/flight-data': [/^Upload Data$/, /^View flight/],
  },
} satisfies Record<Role, Openers>;

/** Opens each dialog of a page by keyboard, and closes it by Escape, which returns the focus. */
async function expectCleanDialogs(page: Page, openers: readonly RegExp[]): Promise<void> {
  for (const name of openers) {
    const opener = page.getByRole('button', { name, disabled: false }).first();
    await opener.press('Enter');
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await expect(dialog).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await accessibilityProblems(page), `the dialog of ${name.source}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect.soft(opener).toBeFocused();
  }
}

/** Opens a page in the same document, as a link does. A load would take more time than most scans. */
async function follow(page: Page, path: string): Promise<void> {
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await heading?.waitForElementState('hidden');
}

/** Checks pages and, on a desktop, their dialogs. */
async function expectClean(page: Page, paths: readonly string[], openers: Openers = {}): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await (index === 0 ? page.goto(path) : follow(page, path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await accessibilityProblems(page), path).toEqual([]);
    const size = page.viewportSize() ?? DESKTOP.viewport;
    await page.setViewportSize(DESKTOP.viewport);
    await expectCleanDialogs(page, openers[path] ?? []);
    await page.setViewportSize(size);
    // The content of this dialog is longer than a phone.
    if (path === '/browse-jobs') await expectCleanDialogs(page, openers[path] ?? []);
  }
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ }).click();
const menu = (page: Page) => page.getByRole('button', { name: 'User menu' }).click();
const closed = async (page: Page, role: 'dialog' | 'menu') => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole(role)).toBeHidden();
};

/** Checks the panels, menus, dialogs and notices of the shell. */
async function expectCleanShell(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Below the heading, the page first shows its shape.
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await bell(page);
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first()).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'the open bell').toEqual([]);
  await closed(page, 'dialog');
  await menu(page);
  expect.soft(await accessibilityProblems(page), 'the user menu').toEqual([]);
  await page.getByRole('menuitem', { name: 'Modules' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Dev server of Jobs' })).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'the panel of modules').toEqual([]);
  await closed(page, 'dialog');
  await page.goto('/profile?override=jobs@1.0.0');
  await expect(page.getByRole('button', { name: 'Run it here' })).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'the bar for an override link').toEqual([]);
  await page.getByRole('button', { name: 'Ignore' }).click();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  expect.soft(await accessibilityProblems(page), 'the drawer').toEqual([]);
  await closed(page, 'dialog');
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline')).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'the notice of a lost connection').toEqual([]);
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline')).toBeHidden();
  await page.context().clearCookies();
  await page.getByLabel('Full Name').fill('Changed Name');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(ended.getByText('Password is required')).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'the sign-in dialog of an ended session').toEqual([]);
}

test('[ACCESSIBILITY-4, ACCESSIBILITY-5] no screen has accessibility problems before sign-in', async ({
  open,
}) => {
  await expectClean(await open({ viewport: PHONE.viewport }), SCREENS.guest);
});

/** The pages that a client sees in another way than a pilot. */
const CLIENT_SCREENS = ['/', '/jobs', '/schedule', '/messages', '/payments', '/browse-jobs'];

for (const [role, device, paths] of [
  ['pilot', { viewport: PHONE.viewport }, SCREENS.user],
  ['client', DESKTOP, CLIENT_SCREENS],
] as const) {
  test(`[ACCESSIBILITY-2, ACCESSIBILITY-4, ACCESSIBILITY-5] no screen and no dialog of a ${role} has accessibility problems`, async ({
    open,
  }) => {
    const page = await open(device);
    await signIn(page.request, demoAccount(role));
    await expectClean(page, paths, OPENERS[role]);
  });
}

test('[ACCESSIBILITY-5] the panels and dialogs of the shell have no accessibility problems', async ({
  open,
}) => {
  const page = await open({ viewport: PHONE.viewport });
  await signIn(page.request, demoAccount('client'));
  await expectCleanShell(page);
});
