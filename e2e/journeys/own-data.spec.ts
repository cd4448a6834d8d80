import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { confirmChange, fillSignIn } from '../support/entry.ts';
import { newUser, type NewUser } from '../support/users.ts';

/** Opens the newest mail to a user when it has arrived, and then its link. */
async function followMail(page: Page, { email }: NewUser, subject: string): Promise<void> {
  const mail = page.getByRole('listitem').filter({ hasText: email }).getByRole('link', { name: subject });
  await expect(async () => {
    await page.goto('/mailbox');
    expect(await mail.count()).toBe(1);
  }).toPass();
  await mail.click();
  await page.getByRole('link', { name: '/your-data' }).first().click();
}

test('[DATA-1, DATA-7] a user downloads an export by the link of a mail, and requests and cancels the deletion of the account', async ({
  signedUp,
  open,
}) => {
  const user = newUser('client', 'Olga Own');
  const page = await signedUp(user);
  await page.goto('/security');
  await page.getByRole('link', { name: 'Your Data', exact: true }).click();
  await page.getByRole('button', { name: 'Request an Export' }).click();
  await confirmChange(page, user);
  await expect(page.getByText(/^Your export is being made|^Ready until/)).toBeVisible();
  await followMail(page, user, 'Your data is ready to download');
  await expect(page.getByText(/^Ready until /)).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'a finished export').toEqual([]);
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^drone-pilot-surveys-\d{4}-\d\d-\d\d\.zip$/);
  const archive = await readFile(await download.path());
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  for (const file of ['README.txt', 'users.json', 'sessions.json'])
    expect(archive.includes(file), file).toBe(true);

  await page.getByRole('button', { name: 'Delete My Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Your Account?' });
  await dialog.getByLabel('Your Username').fill(user.username);
  expect.soft(await accessibilityProblems(page), 'the dialog').toEqual([]);
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await confirmChange(page, user);
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'a requested deletion').toEqual([]);

  const later = await open();
  await followMail(later, user, 'Your account will be deleted');
  await fillSignIn(later, user);
  await expect(later).toHaveURL(/\/your-data$/);
  await later.getByRole('button', { name: 'Keep My Account' }).click();
  await expect(later.getByText('Your account is kept.')).toBeVisible();
  await expect(later.getByRole('button', { name: 'Delete My Account' })).toBeVisible();
  await later.getByRole('link', { name: 'Privacy' }).click();
  await expect(later.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
  expect.soft(await accessibilityProblems(later), 'the page about privacy').toEqual([]);
});
