import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { paths } from '@dps/contract';
import { fillSignIn } from '../support/entry.ts';
import { acceptJob, completedJob, postJob } from '../support/jobs.ts';
import { chargesOf, expectPaid, openPayment, payWith } from '../support/payments.ts';
import { newUser } from '../support/users.ts';
import { expect, keepToasts, test } from '../support/test.ts';

const ACCEPTED = '4242424242424242';
const DECLINED = '4000000000000002';
const WITH_AUTHENTICATION = '4000002500003155';
const AT_BANK = '4000000000003063';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** Returns the number of pages on paper of a format. */
async function printedPages(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

async function downloadedFile(page: Page, button: RegExp): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('[ROUTE-17, PAYM-17, PAYM-24, PAYM-41, PAYM-42, PAY-15, CDASH-19] a declined card and a failed authentication charge nothing, the next attempt charges once, and both users get the receipt', async ({
  signedIn,
  signedUp,
  browserName,
}) => {
  const title = '=Roof/scan: "A"';
  const client = await signedIn('client');
  await client.addInitScript(keepToasts);
  const pilot = await signedUp(newUser('pilot', 'Sam Skyward'));
  const id = await completedJob(client.request, pilot.request, title);
  await openPayment(client, title);
  const dialog = client.getByRole('dialog', { name: 'Secure Payment' });
  await expect(dialog).toContainText("Pilot's share (70%)$875.35");
  await payWith(client, DECLINED);
  await expect(dialog.getByText('Your card was declined.')).toBeVisible();
  await payWith(client, WITH_AUTHENTICATION);
  await client.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(dialog.getByText('We are unable to authenticate your payment method.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Pay $1,250.50' }).dblclick();
  await client.getByRole('button', { name: 'Complete authentication' }).click();
  await client.getByRole('link', { name: 'View receipt' }).click();
  expect(await chargesOf(client.request, id)).toBe(1);

  await expect(client).toHaveURL(new RegExp(`/payments\\?receipt=${id}$`));
  const receipt = client.getByRole('region', { name: 'Payment Receipt' });
  for (const text of ['Visa ending in 3155', 'Maria Quarry', 'Sam Skyward', /Transaction IDpi_\w+/])
    await expect(receipt).toContainText(text);
  // Only in Chromium can a journey read downloads that a page creates, and print without a dialog.
  const isChromium = browserName === 'chromium';
  if (isChromium) {
    const file = await downloadedFile(client, /^Download as text$/);
    expect(file.name).toBe(`receipt-${id}-=Roofscan-A.txt`);
    expect(file.text).toContain('Card payment: received\n');
    expect(await accessibilityProblems(client)).toEqual([]);
    expect([await printedPages(client, 'A4'), await printedPages(client, 'Letter')]).toEqual([1, 1]);
  }

  await pilot.goto(`/jobs?job=${id}`);
  await pilot.getByRole('dialog', { name: title }).getByRole('link', { name: 'Receipt' }).click();
  const share = pilot.getByRole('region', { name: 'Payment Receipt' });
  await expect(share).toContainText('Your share (70%)$875.35');
  await pilot.goto('/payments?date=week');
  await expect(pilot.getByRole('group', { name: 'Total Earnings' })).toContainText('$1,250.50');
  if (!isChromium) return;
  const csv = await downloadedFile(pilot, /^Export$/);
  expect(csv.name).toMatch(/^payments-export-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text.split('\r\n')[1]).toMatch(/^"'=Roof\/scan: ""A""",.*,1250\.50,Stripe,Paid,\d+$/);
  const stored = await downloadedFile(pilot, /^Download receipt/);
  expect(stored.text).toContain(`Payment ID: ${id}\nJob: ${title}\n`);
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
  signedIn,
  signedUp,
}) => {
  const title = 'Tailings pond, west';
  const client = await signedUp(newUser('client', 'Lena Last'));
  const pilot = await signedIn('pilot');
  const id = await completedJob(client.request, pilot.request, title);
  const next = newUser('client', 'Nora Next');
  await signedUp(next);
  await openPayment(client, title);
  await client.context().clearCookies();
  await payWith(client, ACCEPTED);
  const again = client.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByRole('button', { name: 'Use another account' }).click();
  const confirmations = countConfirmations(client);
  await fillSignIn(client, next);
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
  signedIn,
  signedUp,
}) => {
  const title = 'Spillway, left wall';
  const user = newUser('client', 'Lena Last');
  const client = await signedUp(user);
  const pilot = await signedIn('pilot');
  const id = await completedJob(client.request, pilot.request, title);
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

test('[PAY-18, PAY-19] a bank returns the client to the result of the payment, without the secret in any address', async ({
  signedIn,
}) => {
  const title = 'Viaduct, arch 9';
  const client = await signedIn('client');
  const id = await completedJob(client.request, (await signedIn('pilot')).request, title);
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

test('[PAY-12] a blocked script of the provider loads with Try again, and of two tabs that pay for one job only one charges the card', async ({
  signedIn,
}) => {
  const title = 'Solar park, east';
  const client = await signedIn('client');
  const id = await completedJob(client.request, (await signedIn('pilot')).request, title);
  await client.route('**/stripe.js', (route) => route.abort());
  await client.goto('/jobs');
  await row(client, title).getByRole('button', { name: 'Pay' }).click();
  const failed = client.getByRole('dialog', { name: 'Payment Setup Failed' });
  await expect(failed).toContainText('A content blocker or a firewall may block it. Nothing was charged.');
  expect(await accessibilityProblems(client)).toEqual([]);
  await client.unroute('**/stripe.js');
  await failed.getByRole('button', { name: 'Try again' }).click();
  const form = client.getByRole('dialog', { name: 'Secure Payment' });
  await expect(form.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  expect(await accessibilityProblems(client)).toEqual([]);

  const other = await client.context().newPage();
  await openPayment(other, title);
  await payWith(client, ACCEPTED);
  await expect(client.getByText('Payment Successful')).toBeVisible();
  const dialog = other.getByRole('dialog', { name: 'Secure Payment' });
  await expect(dialog).toContainText('This job is already paid. Your card was not charged.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(row(other, title)).toContainText('Paid');
  expect(await chargesOf(client.request, id)).toBe(1);
});
