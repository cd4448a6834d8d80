import type { Locator, Page } from '@playwright/test';
import { writeManyJobs } from '@dps/local-stack/many-jobs';
import { accessibilityProblems } from '../support/accessibility.ts';
import { AERIAL_PHOTO, SITE_PLAN } from '../support/files.ts';
import { fillJobForm, userId } from '../support/jobs.ts';
import { newUser } from '../support/users.ts';
import { expect, keepToasts, test } from '../support/test.ts';

const TITLE = 'Orchard canopy survey';
const row = (page: Page) => page.getByRole('row').filter({ hasText: TITLE });

/** Drags files from outside the browser and drops them on an element. */
async function drop(page: Page, target: Locator, ...files: string[]): Promise<void> {
  // Unlike a drop, a hover waits until nothing covers the target, such as the backdrop of a closing list.
  await target.hover();
  const box = await target.boundingBox();
  if (!box) throw new Error('The drop target is not visible');
  const data = { items: [], files, dragOperationsMask: 1 };
  const drag = { x: box.x + box.width / 2, y: box.y + box.height / 2, data };
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...drag });
  }
}

test('[FORM-22, SECURE-19] a draft survives Escape and a reload until it is discarded or the user signs out, and a failed file does not block the others', async ({
  signedUp,
}) => {
  const page = await signedUp(newUser('client', 'Ola Orchard'));
  await page.goto('/jobs');
  const opener = page.getByRole('button', { name: 'Create New Job' }).first();
  await opener.click();
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  const title = form.getByLabel('Job Title');
  await title.fill('Half a title');
  await drop(page, form.getByLabel('Description'), SITE_PLAN);
  await expect(form.getByText('site-plan.pdf')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await opener.click();
  await expect(title).toHaveValue('Half a title');
  await expect(form.getByText('Draft restored.')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(title).toHaveValue('');
  await expect(title).toBeFocused();

  let broken = true;
  const full = { code: 'quota_exceeded', message: 'Your account is full.' };
  await page.route(/\/uploads$/, async (route) => {
    if (broken && route.request().postData()?.includes('"fileName":"aerial.jpg"'))
      await route.fulfill({ status: 409, json: full });
    else await route.continue();
  });
  await fillJobForm(page, TITLE);
  await drop(page, form.getByRole('button', { name: 'Attach files' }), SITE_PLAN, AERIAL_PHOTO);
  await expect(page.getByText('2 file(s) added successfully.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Job' }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^Not uploaded/)).toBeVisible();
  // The job keeps the failed file after the dialog closes.
  await page.keyboard.press('Escape');
  await expect(row(page)).toContainText('1 file not uploaded');
  await row(page).getByRole('button', { name: 'View', exact: true }).click();
  broken = false;
  await dialog.getByRole('button', { name: 'Retry aerial.jpg' }).click();
  await expect(dialog.getByRole('button', { name: 'View', exact: true })).toHaveCount(2);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'View', description: /aerial\.jpg/ }).click(),
  ]);
  await expect(tab).toHaveURL(/\/api\/jobs\/\d+\/attachments\/\d+$/);
  await tab.close();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row(page)).not.toContainText('not uploaded');
  await expect(row(page)).toHaveCount(1);

  await opener.click();
  await title.fill('Half a title');
  await page.keyboard.press('Escape');
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
  await expect.poll(drafts).toHaveLength(1);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await drafts()).toEqual([]);
  // By default, a browser opens a file that is dropped outside a target, in the same or a new tab.
  expect(page.context().pages()).toHaveLength(1);
});

test('[FORM-27] a posted job is scrolled to, and the toast links to it', async ({ signedUp }) => {
  const page = await signedUp(newUser('client', 'Ola Orchard'));
  await page.addInitScript(keepToasts);
  await page.setViewportSize({ width: 1000, height: 500 });
  // By its deadline, the new job is in the middle of the list, far below the rendered rows.
  const clientId = await userId(page.request);
  await writeManyJobs(process.env['DPS_DATABASE_URL'] ?? '', { clientId, pilotId: null, count: 120 });
  await page.goto('/');
  const form = await fillJobForm(page, TITLE);
  await form.getByLabel('Deadline').fill(new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10));
  await form.getByRole('button', { name: 'Create Job' }).click();
  await expect(row(page)).toBeInViewport();
  await expect(row(page)).toContainText('$1,250.50');
  await page.getByRole('link', { name: 'View job' }).click();
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible();
});
