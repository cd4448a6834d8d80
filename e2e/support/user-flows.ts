import { expect, type Page } from '@playwright/test';
import type { Role } from '@dps/contract';

/** Signs in with the demo account of a role, on the sign-in page. */
export async function signInOnScreen(page: Page, role: Role): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: `Use ${role} demo` }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Welcome back!')).toBeVisible();
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

async function seeProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
}

/** Opens the dialog of a job, in which another module shows the flights. */
async function seeFlightsOfJob(page: Page): Promise<void> {
  const jobs = page.getByRole('table', { name: 'Your Posted Jobs' }).getByRole('row');
  const view = page.getByRole('button', { name: 'View', exact: true });
  // The heading of a group of jobs is a row without buttons.
  await jobs.filter({ hasText: 'Completed', has: view }).first().locator(view).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/FL-\d+/).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
}

/** Opens the payment dialog, which another module shows over the page. */
async function seePayment(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Secure Payment' });
  await expect(dialog.getByLabel('Card number')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
}

/** The work of a demo client in one document. It covers every interface between two modules. */
export async function clientFlow(page: Page): Promise<void> {
  await goTo(page, 'Dashboard');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  await seeFlightsOfJob(page);
  await goTo(page, 'Jobs');
  await seePayment(page);
  await seeProfile(page);
}

async function acceptJob(page: Page, title: string): Promise<void> {
  await page.getByLabel('Search jobs').fill(title);
  await page.getByRole('article', { name: title }).getByRole('button', { name: 'View Details' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept Job' }).click();
  await dialog.getByRole('link', { name: 'View in My Jobs' }).click();
  await expect(page).toHaveURL(/\/jobs\?job=\d+$/);
  await expect(page.getByRole('dialog', { name: title }).getByRole('slider')).toBeEnabled();
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
}

/**
 * The work of a demo pilot in one document.
 *
 * @param title of the available job that the pilot accepts
 */
export async function pilotFlow(page: Page, title: string): Promise<void> {
  await goTo(page, 'Dashboard');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await goTo(page, 'Browse Jobs');
  await acceptJob(page, title);
  await goTo(page, 'Schedule');
  await expect(page.getByRole('heading', { name: 'Schedule' }).first()).toBeVisible();
  await goTo(page, 'Flight Data');
  await expect(page.getByText(/FL-\d+/).first()).toBeVisible();
  await goTo(page, 'Payments');
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('$');
  await seeProfile(page);
}
