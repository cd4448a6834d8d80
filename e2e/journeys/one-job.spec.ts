import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';
import { signInAfterSignup, signUpOnScreen } from '../support/entry.ts';
import { AERIAL_PHOTO, SITE_PLAN } from '../support/files.ts';
import { newUser } from '../support/users.ts';

const TITLE = 'Quarry north face, volume survey';
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function postJob(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await form.getByLabel('Job Title').fill(TITLE);
  await form
    .getByLabel('Description')
    .fill('Stockpile volumes by the end of the month; ground control is marked.');
  await form.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: 'Site Survey' }).click();
  await form.getByLabel('Location').fill('Georgetown, TX');
  await form.getByLabel('Budget').fill('1250.50');
  await form.getByLabel('Deadline').fill('2031-03-14');
  await form.getByLabel(/attach|files/i).setInputFiles([SITE_PLAN, AERIAL_PHOTO]);
  await expect(page.getByText('2 file(s) added successfully.')).toBeVisible();
  await form.getByRole('button', { name: 'Create Job' }).click();
  await expect(page.getByText('Job created successfully!')).toBeVisible();
  await expect(row(page, TITLE)).toContainText('Unassigned');
}

async function acceptJob(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Browse Available Jobs' })
    .or(page.getByRole('link', { name: 'Browse Available Jobs' }))
    .click();
  await expect(page.getByRole('heading', { name: 'Browse Available Jobs' })).toBeVisible();
  await page.getByLabel('Search').fill(TITLE);
  await page.getByRole('article', { name: TITLE }).getByRole('button', { name: 'View Details' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Georgetown, TX');
  await expect(dialog.getByText('site-plan.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Accept Job' }).click();
  await expect(page.getByText('You have successfully accepted this job!')).toBeVisible();
  await dialog.getByRole('link', { name: 'View in My Jobs' }).click();
  await expect(page).toHaveURL(/\/jobs\?job=\d+$/);
  await expect(dialog).toContainText('Georgetown, TX');
  await dialog.getByRole('button', { name: 'Close' }).click();
}

async function flyAndReport(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await row(page, TITLE).getByRole('button', { name: 'Update' }).click();
  await expect(row(page, TITLE)).toContainText('In Progress');
  await row(page, TITLE).getByRole('button', { name: 'View', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const slider = dialog.getByRole('slider', { name: 'Progress' });
  await slider.focus();
  for (let step = 0; step < 4; step += 1) await slider.press('ArrowRight');
  await expect(page.getByText('Job progress updated to 20%')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload Data' }).click();
  await dialog.getByLabel('Flight Number').fill('FL-101');
  await dialog.getByLabel('Duration').fill('42');
  await dialog.getByLabel('Altitude').fill('380 ft');
  await dialog.getByRole('button', { name: 'Save Flight Data' }).click();
  await expect(page.getByText('Flight Data Uploaded').first()).toBeVisible();
  await expect(dialog.getByText('FL-101')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark as Review' }).click();
  await dialog.getByRole('button', { name: 'Mark as Completed' }).click();
  const question = page.getByRole('alertdialog', { name: 'Mark this job as completed?' });
  await expect(question).toContainText(/Progress\s*20%/);
  await expect(question).toContainText(/Flight records\s*1/);
  await question.getByRole('button', { name: 'Set 100% and Complete' }).click();
  await expect(dialog.getByText('Completed').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row(page, TITLE).getByRole('button', { name: 'With Client' })).toBeDisabled();
}

/** Raises the budget of the accepted job. */
async function raiseBudget(page: Page): Promise<void> {
  await page.goto('/jobs');
  await page.getByRole('button', { name: `Edit ${TITLE}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Job' });
  await dialog.getByLabel('Budget').fill('1450');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(`"${TITLE}" is saved.`)).toBeVisible();
  await page.goto('/');
}

/** The pilot sees the old and the new value, and may release the job. */
async function expectChangedTerms(page: Page): Promise<void> {
  await page.reload();
  await expectNotification(page, `The client has changed "${TITLE}"`);
  await row(page, TITLE).getByRole('button', { name: 'View', exact: true }).click();
  const notice = page.getByRole('dialog').getByRole('note');
  await expect(notice).toContainText('Changed since you accepted');
  await expect(notice).toContainText('Budget: $1,250.50 → $1,450.00');
  await expect(notice).toContainText('You can release this job while it is pending.');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

async function expectHistory(page: Page, sentences: readonly string[]): Promise<void> {
  await row(page, TITLE).getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show History' }).click();
  const history = page.getByRole('dialog').getByRole('region', { name: 'History' });
  for (const sentence of sentences) await expect(history).toContainText(sentence);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

const HISTORY = [
  'Sam Skyward marked the job as Completed',
  'Sam Skyward logged flight FL-101, 42 min',
  'Budget: $1,250.50 → $1,450.00',
  'Sam Skyward accepted the job',
];

async function expectNotification(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText(text)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function fillCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Secure Payment' });
  await dialog.getByLabel('Card number').fill(number);
  await dialog.getByLabel('Expiration date').fill('12 / 34');
  await dialog.getByLabel('Security code').fill('123');
  const zip = dialog.getByLabel('ZIP');
  if (await zip.isVisible()) await zip.fill('78626');
  await dialog.getByRole('button', { name: /^Pay/ }).click();
}

async function pay(page: Page): Promise<void> {
  await page.reload();
  await expect(row(page, TITLE)).toContainText('Completed');
  await row(page, TITLE).getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Complete payment for this drone surveying job')).toBeVisible();
  await fillCard(page, '4000000000000002');
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await fillCard(page, '4242424242424242');
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expect(row(page, TITLE)).toContainText('Paid');
}

test('a client and a pilot carry one job from signup to paid', async ({ open }) => {
  test.setTimeout(120_000);
  const client = await open();
  const pilot = await open();
  const clientUser = newUser('client', 'Maria Quarry');
  const pilotUser = newUser('pilot', 'Sam Skyward');
  await signUpOnScreen(client, clientUser);
  await signInAfterSignup(client, clientUser);
  await signUpOnScreen(pilot, pilotUser);
  await signInAfterSignup(pilot, pilotUser);

  await postJob(client);
  await acceptJob(pilot);
  await expectNotification(pilot, `You've been assigned to "${TITLE}"`);
  await raiseBudget(client);
  await expectChangedTerms(pilot);
  await flyAndReport(pilot);
  await expectHistory(pilot, HISTORY);

  await client.reload();
  await expectNotification(client, `"${TITLE}" is ready for review`);
  await pay(client);
  await expectHistory(client, [
    ...HISTORY,
    'Maria Quarry paid $1,450.00 by card',
    'Maria Quarry posted the job',
  ]);

  await client.goto('/payments');
  await expect(row(client, TITLE)).toContainText('$1,450.00');
  await pilot.goto('/payments');
  await expect(row(pilot, TITLE)).toContainText('$1,450.00');
  await pilot.goto('/');
  await expect(pilot.getByText('$1,015.00').first()).toBeVisible();
});
