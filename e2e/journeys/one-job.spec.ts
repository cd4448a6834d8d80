import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';
import { translatePage } from '@dps/contract/testing';
import { AERIAL_PHOTO, SITE_PLAN } from '../support/files.ts';
import { choose, expectFocus, press, tabTo, type } from '../support/keyboard.ts';
import { confirmByMail, mailedLink } from '../support/mailed-link.ts';
import { newUser, type NewUser } from '../support/users.ts';

const TITLE = 'Quarry north face, volume survey';
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Follows a link of the navigation, which is a drawer on a phone. */
async function goTo(page: Page, name: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open navigation' });
  if (await opener.isVisible()) await press(opener);
  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }));
}

/** Closes the open dialog by Escape, which returns the focus to the control that opened it. */
async function escapeTo(opener: Locator): Promise<void> {
  const page = opener.page();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocus(opener);
}

/** Signs a new user up and in. */
async function enter(page: Page, user: NewUser): Promise<void> {
  const password = page.getByLabel('Password', { exact: true });
  await page.goto('/login');
  await press(page.getByRole('link', { name: 'Sign up' }));
  await type(page.getByLabel('Full Name'), user.name);
  await type(page.getByLabel('Email'), user.email);
  await type(page.getByLabel('Username'), user.username);
  const kind = user.role === 'pilot' ? 'Drone Pilot' : 'Client (Need Surveying)';
  await choose(page.getByRole('combobox', { name: 'Account Type' }), kind);
  await type(password, user.password);
  await type(page.getByLabel('Confirm Password', { exact: true }), user.password);
  await press(page.getByRole('button', { name: 'Create Account' }));
  await expect(page).toHaveURL(/\/login$/);
  await type(password, user.password);
  await press(page.getByRole('button', { name: 'Sign in', exact: true }));
  await expect(page.getByText('Welcome back!')).toBeVisible();
}

/** Opens the link in the mail that the notice of the dashboard names. */
async function confirmAddress(page: Page, user: NewUser): Promise<void> {
  const notice = page.getByRole('note').filter({ hasText: `the mail that we sent to ${user.email}` });
  await expect(notice).toBeVisible();
  await page.goto(await mailedLink(new URL(page.url()).origin, user.email));
  await press(page.getByRole('button', { name: 'Confirm Address' }));
  await press(page.getByRole('link', { name: 'Continue' }));
  await expect(page.getByRole('heading', { name: /Dashboard$/, level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
}

async function postJob(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await type(form.getByLabel('Job Title'), TITLE);
  await choose(form.getByRole('combobox', { name: 'Survey Type' }), 'Site Survey');
  await type(
    form.getByLabel('Description'),
    'Stockpile volumes by the end of the month; ground control is marked.',
  );
  await type(form.getByLabel('Location'), 'Georgetown, TX');
  await type(form.getByLabel('Budget'), '1250.50');
  await tabTo(form.getByLabel('Deadline'));
  await page.keyboard.type('03142031');
  // Before the key that opens it: the browser must already pass file choosers on to the test.
  const chooser = page.waitForEvent('filechooser');
  await press(form.getByRole('button', { name: 'Attach files' }));
  await (await chooser).setFiles([SITE_PLAN, AERIAL_PHOTO]);
  await expect(page.getByText('2 file(s) added successfully.')).toBeVisible();
  await press(form.getByRole('button', { name: 'Create Job' }), 'Space');
  await expect(page.getByText('Job created successfully!')).toBeVisible();
  await expect(row(page, TITLE)).toContainText('Unassigned');
}

async function acceptJob(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Browse Available Jobs' }));
  await expectFocus(page.getByRole('heading', { name: 'Browse Available Jobs' }));
  await type(page.getByLabel('Search'), TITLE);
  await press(page.getByRole('article', { name: TITLE }).getByRole('button', { name: 'View Details' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Georgetown, TX');
  await expect(dialog.getByText('site-plan.pdf')).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Accept Job' }));
  await expect(page.getByText('You have successfully accepted this job!')).toBeVisible();
  await press(dialog.getByRole('link', { name: 'View in My Jobs' }));
  await expect(page).toHaveURL(/\/jobs\?job=\d+$/);
  // The address changes first: until the new page is drawn, the dialog of the old one is open.
  await expect(page.getByRole('heading', { name: 'My Jobs', includeHidden: true })).toBeAttached();
  await expect(dialog.getByRole('slider')).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The next Tab continues in the page.
  await expect(page.locator('main:focus, main h1:focus')).toBeVisible();
}

async function flyAndReport(page: Page): Promise<void> {
  await goTo(page, 'Dashboard');
  await press(row(page, TITLE).getByRole('button', { name: 'Update' }));
  await expect(row(page, TITLE)).toContainText('In Progress');
  const opener = row(page, TITLE).getByRole('button', { name: 'View', exact: true });
  await press(opener);
  const dialog = page.getByRole('dialog');
  const slider = dialog.getByRole('slider', { name: 'Progress' });
  await tabTo(slider);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Job progress updated to 20%')).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Upload Data' }));
  await type(dialog.getByLabel('Flight Number'), 'FL-101');
  await type(dialog.getByLabel('Duration'), '42');
  await type(dialog.getByLabel('Altitude'), '380 ft');
  await press(dialog.getByRole('button', { name: 'Save Flight Data' }));
  await expect(page.getByText('Flight Data Uploaded').first()).toBeVisible();
  await expect(dialog.getByText('FL-101')).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Mark as Review' }));
  const checklist = page.getByRole('alertdialog', { name: 'Hand this job over for review?' });
  await expect(checklist).toContainText('No deliverables yet');
  await press(checklist.getByRole('button', { name: 'Mark as Review' }));
  await press(dialog.getByRole('button', { name: 'Mark as Completed' }));
  const question = page.getByRole('alertdialog', { name: 'Mark this job as completed?' });
  await expect(question).toContainText(/Progress\s*20%/);
  await expect(question).toContainText(/Flight records\s*1/);
  await press(question.getByRole('button', { name: 'Set 100% and Complete' }));
  await expect(dialog.getByText('Completed').first()).toBeVisible();
  await escapeTo(opener);
  await expect(row(page, TITLE).getByRole('button', { name: 'With Client' })).toBeDisabled();
}

/** Raises the budget of the accepted job. */
async function raiseBudget(page: Page): Promise<void> {
  await goTo(page, 'Jobs');
  // The dashboard has the same button.
  await expectFocus(page.getByRole('heading', { name: 'Posted Jobs' }));
  const opener = page.getByRole('button', { name: `Edit ${TITLE}` });
  await press(opener);
  const dialog = page.getByRole('dialog', { name: 'Edit Job' });
  await type(dialog.getByLabel('Budget'), '1450');
  await press(dialog.getByRole('button', { name: 'Save Changes' }));
  await expect(page.getByText(`"${TITLE}" is saved.`)).toBeVisible();
  await expectFocus(opener);
  await goTo(page, 'Dashboard');
  await expectFocus(page.getByRole('heading', { name: 'Client Dashboard' }));
}

/** The pilot sees the old and the new value, and may release the job. */
async function expectChangedTerms(page: Page): Promise<void> {
  await expectNotification(page, `The client has changed "${TITLE}"`);
  const opener = row(page, TITLE).getByRole('button', { name: 'View', exact: true });
  await press(opener);
  const notice = page.getByRole('dialog').getByRole('note');
  await expect(notice).toContainText('Changed since you accepted');
  await expect(notice).toContainText('Budget: $1,250.50 → $1,450.00');
  await expect(notice).toContainText('You can release this job while it is pending.');
  await escapeTo(opener);
}

async function expectHistory(page: Page, sentences: readonly string[]): Promise<void> {
  const opener = row(page, TITLE).getByRole('button', { name: 'View', exact: true });
  await press(opener);
  await press(page.getByRole('dialog').getByRole('button', { name: 'Show History' }));
  const history = page.getByRole('dialog').getByRole('region', { name: 'History' });
  for (const sentence of sentences) await expect(history).toContainText(sentence);
  await escapeTo(opener);
}

const HISTORY = [
  'Sam Skyward marked the job as Completed',
  'Sam Skyward logged flight FL-101, 42 min',
  'Budget: $1,250.50 → $1,450.00',
  'Sam Skyward accepted the job',
];

async function expectNotification(page: Page, text: string): Promise<void> {
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/, \d+ unread$/);
  await press(bell);
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText(text)).toBeVisible();
  await escapeTo(bell);
}

async function fillCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Secure Payment' });
  await type(dialog.getByLabel('Card number'), number);
  await type(dialog.getByLabel('Expiration date'), '1234');
  await type(dialog.getByLabel('Security code'), '123');
  await type(dialog.getByLabel('ZIP'), '78626');
  await press(dialog.getByRole('button', { name: /^Pay/ }));
}

async function pay(page: Page): Promise<void> {
  await expect(row(page, TITLE)).toContainText('Completed');
  await press(row(page, TITLE).getByRole('button', { name: 'Pay' }));
  await expect(page.getByText('Complete payment for this drone surveying job')).toBeVisible();
  await fillCard(page, '4242424242424242');
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expect(row(page, TITLE)).toContainText('Paid');
}

test('[PJOB-33, CJOB-12, PAY-2, PAY-14, ACCESSIBILITY-1, ACCESSIBILITY-2, ACCESSIBILITY-12, ACCESSIBILITY-13] a client and a pilot carry one job from signup to the receipt by keyboard alone, on pages that their browsers translate', async ({
  open,
}) => {
  const client = await open({ ...DESKTOP, colorScheme: 'dark' });
  const pilot = await open({ ...PHONE, colorScheme: 'light' });
  for (const page of [client, pilot]) await page.addInitScript(translatePage);
  const maria = newUser('client', 'Maria Quarry');
  const sam = newUser('pilot', 'Sam Skyward');
  await enter(client, maria);
  await confirmAddress(client, maria);
  await enter(pilot, sam);
  await confirmByMail(pilot.request, new URL(pilot.url()).origin, sam.email);
  // The page is translated, without the amounts.
  await expect(client.locator('h1 font font')).toHaveText('Client Dashboard');
  await expect(client.locator('[translate="no"] font')).toHaveCount(0);

  await postJob(client);
  const posted = row(client, TITLE);
  await expect(posted.getByRole('button', { name: 'Pending' })).toBeDisabled();
  await acceptJob(pilot);
  await expect(posted.getByRole('button', { name: 'Assigned' })).toBeVisible();
  await expectNotification(pilot, `You've been assigned to "${TITLE}"`);
  await raiseBudget(client);
  await expectChangedTerms(pilot);
  await flyAndReport(pilot);

  await expectNotification(client, `"${TITLE}" is ready for review`);
  await pay(client);
  await expect(posted).not.toContainText('Completed');
  await expectHistory(client, [
    ...HISTORY,
    'Maria Quarry paid $1,450.00 by card',
    'Maria Quarry posted the job',
  ]);
  await press(posted.getByRole('link', { name: `Receipt for ${TITLE}` }));
  await expect(client.getByRole('region', { name: 'Payment Receipt' })).toContainText('$1,450.00');
  await expect(row(pilot, TITLE)).toContainText('Paid');
  await expectHistory(pilot, HISTORY);
  await expect(pilot.getByText('$1,015.00').first()).toBeVisible();
});
