import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { paths } from '@dps/contract';
import { acceptJob, postJob } from '../support/jobs.ts';
import { chargesOf, completedJob, expectPaid, openPayment, payWith } from '../support/payments.ts';
import { newUser, type NewUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const ACCEPTED = '4242424242424242';
const DECLINED = '4000000000000002';
const WITH_AUTHENTICATION = '4000002500003155';
const AT_BANK = '4000000000003063';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const CONFIRM = '**/confirm-payment';

/** A client with a completed job whose payment is due, and the pilot of the job. */
async function dueJob(signedUp: (user: NewUser) => Promise<Page>, title: string) {
  const client = await signedUp(newUser('client', 'Maria Quarry'));
  const pilot = await signedUp(newUser('pilot', 'Sam Skyward'));
  return { client, pilot, id: await completedJob(client, pilot, title) };
}

test('a declined card and a failed authentication charge nothing, and the next attempt charges once', async ({
  signedUp,
}) => {
  const title = 'Levee scan, north bank';
  const { client, id } = await dueJob(signedUp, title);
  await openPayment(client, title);
  const dialog = client.getByRole('dialog', { name: 'Secure Payment' });
  await expect(dialog).toContainText(title);
  await expect(dialog.getByRole('button', { name: 'Pay $1,250.50' })).toBeVisible();
  expect(await accessibilityProblems(client)).toEqual([]);

  await payWith(client, DECLINED);
  await expect(dialog.getByText('Your card was declined.')).toBeVisible();
  await payWith(client, WITH_AUTHENTICATION);
  await client.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(dialog.getByText('We are unable to authenticate your payment method.')).toBeVisible();
  await expect(client.getByText('Payment Failed')).toBeVisible();

  await dialog.getByRole('button', { name: /^Pay/ }).dblclick();
  await client.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(client.getByText('Payment Successful')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(client, title)).toContainText('Paid');
  expect(await chargesOf(client.request, id)).toBe(1);
});

test('if the network fails after the charge, the webhook settles the payment and the screen recovers', async ({
  signedUp,
}) => {
  const title = 'Dam crest survey';
  const { client, id } = await dueJob(signedUp, title);
  await openPayment(client, title);
  await client.route(CONFIRM, (route) => route.abort());
  await payWith(client, ACCEPTED);
  const dialog = client.getByRole('dialog', { name: 'Payment Confirmation Failed' });
  await expect(dialog).toContainText('Your card has been charged; do not pay again.');
  await expect(client.getByRole('button', { name: /^Pay/ })).toBeHidden();
  expect(await accessibilityProblems(client)).toEqual([]);
  await expectPaid(client.request, id);

  // Pressed while the network is down: afterwards, the dialog's own check may be faster than a press.
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(dialog).toContainText('Your card has been charged; do not pay again.');
  await client.unroute(CONFIRM);
  await expect(client.getByText('Payment Successful')).toBeVisible();
  await expect(row(client, title)).toContainText('Paid');
  expect(await chargesOf(client.request, id)).toBe(1);
});

test('if the provider does not respond, the dialog warns against a second payment, and the server settles it', async ({
  signedUp,
}) => {
  const title = 'Culvert inspection';
  const { client, id } = await dueJob(signedUp, title);
  await openPayment(client, title);
  // The provider charges the card, and its responses do not reach the browser.
  await client.route('**/payment-sandbox/v1/**', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await client.route(CONFIRM, (route) => route.abort());
  await payWith(client, ACCEPTED);
  const dialog = client.getByRole('dialog', { name: 'Payment Confirmation Failed' });
  await expect(dialog).toContainText('Your card may have been charged; do not pay again.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();

  await client.unroute(CONFIRM);
  await expect(client.getByText('Payment Successful')).toBeVisible();
  await expect(row(client, title)).toContainText('Paid');
  expect(await chargesOf(client.request, id)).toBe(1);
});

test('if the tab closes right after the charge, the webhook alone settles the payment', async ({
  signedUp,
}) => {
  const title = 'Wetland boundary';
  const { client, id } = await dueJob(signedUp, title);
  const tab = await client.context().newPage();
  await openPayment(tab, title);
  await tab.route(CONFIRM, (route) => route.abort());
  const charged = tab.waitForResponse((response) => response.url().endsWith('/confirm') && response.ok());
  await payWith(tab, ACCEPTED);
  await charged;
  await tab.close();

  await expectPaid(client.request, id);
  await client.goto('/jobs');
  await expect(row(client, title)).toContainText('Paid');
});

test('if the session ends before Pay, signing in again over the dialog completes the payment', async ({
  signedUp,
}) => {
  const title = 'Bridge deck, span 4';
  const user = newUser('client', 'Maria Quarry');
  const client = await signedUp(user);
  const pilot = await signedUp(newUser('pilot', 'Sam Skyward'));
  const id = await completedJob(client, pilot, title);
  await openPayment(client, title);
  await client.context().clearCookies();
  await payWith(client, ACCEPTED);
  const again = client.getByRole('dialog').filter({ has: client.getByLabel('Password', { exact: true }) });
  await again.getByLabel('Password', { exact: true }).fill(user.password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(client.getByText('Payment Successful')).toBeVisible();
  await expect(row(client, title)).toContainText('Paid');
  expect(await chargesOf(client.request, id)).toBe(1);
});

/** Counts the confirmations that a page requests from now on. */
function countConfirmations(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm-payment')) count += 1;
  });
  return () => count;
}

test('[PAY-22] if the session ends before Pay and another user signs in, that user neither confirms nor sees the payment', async ({
  signedUp,
}) => {
  const title = 'Tailings pond, west';
  const { client, pilot, id } = await dueJob(signedUp, title);
  const next = newUser('client', 'Nora Next');
  await signedUp(next);
  await openPayment(client, title);
  await client.context().clearCookies();
  await payWith(client, ACCEPTED);
  const again = client.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByRole('button', { name: 'Use another account' }).click();
  const confirmations = countConfirmations(client);
  await client.getByLabel('Username', { exact: true }).fill(next.username);
  await client.getByLabel('Password', { exact: true }).fill(next.password);
  await client.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(client.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
  // The delay before the next check of the payment would end here.
  await client.evaluate(() => dispatchEvent(new Event('online')));
  await expectPaid(pilot.request, id);
  await client.getByRole('link', { name: 'Dashboard' }).click();
  await expect(client.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  await expect(client.getByText('Payment Confirmation Failed')).toBeHidden();
  await expect(client.getByText(title)).toBeHidden();
  expect(confirmations()).toBe(0);
});

test('[SECURE-17] if the session ends during an authentication, it stays reachable, and signing in again completes the payment', async ({
  signedUp,
}) => {
  const title = 'Spillway, left wall';
  const user = newUser('client', 'Maria Quarry');
  const client = await signedUp(user);
  const pilot = await signedUp(newUser('pilot', 'Sam Skyward'));
  const id = await completedJob(client, pilot, title);
  const other = await postJob(client.request, 'Spillway, right wall');
  await openPayment(client, title);
  await payWith(client, WITH_AUTHENTICATION);
  const complete = client.getByRole('button', { name: 'Complete authentication' });
  await expect(complete).toBeVisible();
  await client.context().clearCookies();
  const ended = client.waitForResponse(
    (response) => response.url().endsWith(paths.currentUser()) && response.status() === 401,
  );
  await acceptJob(pilot.request, other);
  await ended;
  await complete.click();
  const again = client.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Password', { exact: true }).fill(user.password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(client.getByText('Payment Successful')).toBeVisible();
  await expect(row(client, title)).toContainText('Paid');
  expect(await chargesOf(client.request, id)).toBe(1);
});

test('[PAY-17] if the pilot records money while the form is open, the dialog says so without a press', async ({
  signedUp,
}) => {
  const title = 'Breakwater, pier 2';
  const { client, pilot, id } = await dueJob(signedUp, title);
  await openPayment(client, title);
  const headers = { origin: process.env['DPS_URL'] ?? '' };
  const recorded = await pilot.request.patch(paths.job(id), { data: { status: 'paid' }, headers });
  expect(recorded.ok()).toBe(true);
  const dialog = client.getByRole('dialog', { name: 'Secure Payment' });
  await expect(dialog).toContainText('The pilot has recorded that this job was paid outside the platform.');
  await expect(dialog.getByRole('button', { name: /^Pay/ })).toBeHidden();
  expect(await accessibilityProblems(client)).toEqual([]);
});

test('[PAY-18, PAY-19] a bank returns the client to the result of the payment, without the secret in any address', async ({
  signedUp,
}) => {
  const title = 'Viaduct, arch 9';
  const { client, id } = await dueJob(signedUp, title);
  const confirmations = countConfirmations(client);
  await openPayment(client, title);
  await payWith(client, AT_BANK);
  await client.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(client).toHaveURL(new RegExp(`/payments\\?result=${id}$`));
  await expect(client.getByRole('main')).toContainText('Your card was not charged. You can try again.');
  expect(await accessibilityProblems(client)).toEqual([]);
  expect(confirmations()).toBe(1);

  const requests: Request[] = [];
  client.on('request', (request) => requests.push(request));
  await client.getByRole('button', { name: 'Pay', exact: true }).click();
  await payWith(client, AT_BANK);
  await client.getByRole('button', { name: 'Complete authentication' }).click();
  const receipt = client.getByRole('region', { name: 'Payment Receipt' });
  await expect(receipt).toContainText(title);
  await expect(client).toHaveURL(new RegExp(`/payments\\?result=${id}$`));
  // The event of the provider can settle the payment before the page does.
  const confirmed = confirmations();
  for (const request of requests)
    expect((await request.allHeaders())['referer'] ?? '').not.toContain('client_secret');

  await client.reload();
  await expect(receipt).toContainText(title);
  expect(confirmations()).toBe(confirmed);
  expect(await chargesOf(client.request, id)).toBe(1);
});

test('if the script of the provider is blocked, the dialog shows it, and Try again recovers', async ({
  signedUp,
}) => {
  const title = 'Quarry bench 7';
  const { client } = await dueJob(signedUp, title);
  await client.route('**/stripe.js', (route) => route.abort());
  await client.goto('/jobs');
  await row(client, title).getByRole('button', { name: 'Pay' }).click();
  const dialog = client.getByRole('dialog', { name: 'Payment Setup Failed' });
  await expect(dialog).toContainText('A content blocker or a firewall may block it. Nothing was charged.');
  expect(await accessibilityProblems(client)).toEqual([]);
  await client.unroute('**/stripe.js');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await payWith(client, ACCEPTED);
  await expect(client.getByText('Payment Successful')).toBeVisible();
});

test('[PAY-12] two tabs pay for one job: the card is charged once, and the other tab says that the job is paid', async ({
  signedUp,
}) => {
  const title = 'Solar park, east';
  const { client, id } = await dueJob(signedUp, title);
  const other = await client.context().newPage();
  await openPayment(client, title);
  await openPayment(other, title);
  await payWith(client, ACCEPTED);
  await expect(client.getByText('Payment Successful')).toBeVisible();
  const dialog = other.getByRole('dialog', { name: 'Secure Payment' });
  await expect(dialog).toContainText('This job is already paid. Your card was not charged.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(row(other, title)).toContainText('Paid');
  expect(await chargesOf(client.request, id)).toBe(1);
});

/** Returns the number of pages on paper of a format. */
async function printedPages(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('[CDASH-19, PAYM-41, PAY-15] the toast, the row and the dialog of a paid job lead to its receipt, which prints on one sheet', async ({
  signedUp,
}) => {
  const title = 'Reservoir edge';
  const { client, pilot, id } = await dueJob(signedUp, title);
  await openPayment(client, title);
  const form = client.getByRole('dialog', { name: 'Secure Payment' });
  await expect(form).toContainText("Pilot's share (70%)$875.35");
  await payWith(client, ACCEPTED);
  await client.getByRole('link', { name: 'View receipt' }).click();
  await expect(client).toHaveURL(new RegExp(`/payments\\?receipt=${id}$`));
  const receipt = client.getByRole('region', { name: 'Payment Receipt' });
  await expect(receipt).toContainText('Visa ending in 4242');
  await expect(receipt).toContainText('Maria Quarry');
  await expect(receipt).toContainText('Sam Skyward');
  await expect(receipt).toContainText(/Transaction IDpi_\w+/);
  expect(await accessibilityProblems(client)).toEqual([]);
  const file = await downloadedFile(client, /^Download as text$/);
  expect(file.name).toBe(`receipt-${id}-Reservoir-edge.txt`);
  expect(file.text).toContain('Card payment: received\n');
  expect([await printedPages(client, 'A4'), await printedPages(client, 'Letter')]).toEqual([1, 1]);

  await client.goto('/jobs');
  await row(client, title)
    .getByRole('link', { name: `Receipt for ${title}` })
    .click();
  await expect(receipt).toContainText(title);
  await pilot.goto(`/jobs?job=${id}`);
  await pilot.getByRole('dialog', { name: title }).getByRole('link', { name: 'Receipt' }).click();
  await expect(pilot.getByRole('region', { name: 'Payment Receipt' })).toContainText(
    'Your share (70%)$875.35',
  );
});

async function downloadedFile(page: Page, button: RegExp): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('[PAYM-17, PAYM-24, PAYM-42] the pilot finds the payment and exports it as CSV and receipt', async ({
  signedUp,
}) => {
  const title = '=Roof/scan: "A"';
  const { pilot, id } = await dueJob(signedUp, title);
  await pilot.goto('/payments?date=week');
  await expect(row(pilot, title)).toContainText('$1,250.50');
  await expect(pilot.getByRole('combobox', { name: 'Date' })).toHaveText('Last Week');
  await expect(pilot.getByRole('group', { name: 'Total Earnings' })).toContainText('$1,250.50');
  await expect(pilot.getByRole('img', { name: /: \$1,250\.50, 1 payment$/ })).toBeVisible();
  expect(await accessibilityProblems(pilot)).toEqual([]);

  const csv = await downloadedFile(pilot, /^Export$/);
  expect(csv.name).toMatch(/^payments-export-\d{4}-\d\d-\d\d\.csv$/);
  const [head, line, ...more] = csv.text.split('\r\n');
  expect(head).toBe('Job Title,Date,Amount,Method,Status,Payment ID');
  expect(line).toMatch(/^"'=Roof\/scan: ""A""",\d{4}-\d\d-\d\d,1250\.50,Stripe,Awaits payment,\d+$/);
  expect(more).toEqual(['']);
  const receipt = await downloadedFile(pilot, /^Download receipt/);
  expect(receipt.name).toBe(`receipt-${id}-=Roofscan-A.txt`);
  expect(receipt.text).toContain(`Payment ID: ${id}\nJob: ${title}\n`);
  expect(receipt.text).toContain('Card payment: none yet\n');

  await pilot.getByRole('combobox', { name: 'Status' }).click();
  // By key: a toast can cover the option, and stays while the pointer is over it.
  await pilot.getByRole('option', { name: 'Failed' }).press('Enter');
  await expect(pilot).toHaveURL(/\/payments\?date=week&status=failed$/);
  await pilot.reload();
  await expect(pilot.getByText(/^All payments of this list are Completed/)).toBeVisible();
  await pilot.getByRole('button', { name: 'Export' }).click();
  await pilot
    .getByRole('alertdialog', { name: 'No payments to export' })
    .getByRole('button', { name: 'OK' })
    .click();
  await pilot.getByRole('button', { name: 'Show all payments' }).click();
  await expect(row(pilot, title)).toBeVisible();
});
