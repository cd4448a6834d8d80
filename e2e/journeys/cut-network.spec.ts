import type { Locator, Page } from '@playwright/test';
import { deliverableListView, jobListView, paths } from '@dps/contract';
import { AERIAL_PHOTO, SITE_PLAN } from '../support/files.ts';
import { fillJobForm, readJob, userId } from '../support/jobs.ts';
import { chargesOf, payWith } from '../support/payments.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import { newUser } from '../support/users.ts';

const TITLE = 'Tailings dam, weekly volume';
const CARD = '4242424242424242';
const row = (page: Page) => page.getByRole('row').filter({ hasText: TITLE });
const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: true });

/**
 * Cuts two requests: the first before it reaches the server, the second after the server has responded. Returns the number of
 * requests that the page has sent.
 */
async function cutTwice(page: Page, method: string, address: RegExp): Promise<() => number> {
  let sent = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    sent += 1;
    if (sent > 2) return route.continue();
    if (sent === 2) expect((await route.fetch()).ok()).toBe(true);
    return route.abort('connectionreset');
  });
  return () => sent;
}

/** Reports to the page that the network is back, until the content is shown. A waiting call is then sent at once. */
async function backOnline(page: Page, content: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(content).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** After each cut the page starts the upload again, which continues it. A part or a completion that arrived is not repeated. */
const CALLS_OF_UPLOAD = [7, 2, 2];

/** Cuts each call of an upload twice. Returns the numbers of its starts, parts and completions. */
async function cutUpload(page: Page): Promise<() => number[]> {
  const calls = [
    await cutTwice(page, 'POST', /\/uploads$/),
    await cutTwice(page, 'PUT', /\/parts\/1$/),
    await cutTwice(page, 'POST', /\/uploads\/\d+\/complete$/),
  ];
  return () => calls.map((count) => count());
}

async function post(client: Page): Promise<void> {
  const form = await fillJobForm(client, TITLE);
  const create = button(form, 'Create Job');
  const chooser = client.waitForEvent('filechooser');
  await button(form, 'Attach files').click();
  await (await chooser).setFiles(SITE_PLAN);
  const posts = await cutTwice(client, 'POST', /\/api\/jobs$/);
  const uploadCalls = await cutUpload(client);
  for (const attempt of [1, 2]) {
    await create.click();
    await expect(client.getByText('Failed to create job. Please try again.')).toBeVisible();
    await expect(form.getByLabel('Job Title')).toHaveValue(TITLE);
    await expect(form.getByText('site-plan.pdf')).toBeVisible();
    await button(client, 'Close message').click();
    expect(posts()).toBe(attempt);
  }
  await create.click();
  const upload = client.getByRole('region', { name: `Attachments of "${TITLE}"` });
  await expect(upload.getByText(/continues automatically/)).toBeVisible();
  await backOnline(client, upload.getByText('Uploaded', { exact: true }));
  // The event of the change can show the file before the page has its last response.
  await expect.poll(uploadCalls).toEqual(CALLS_OF_UPLOAD);
  await expect(row(client)).not.toContainText('not uploaded');
}

async function accept(pilot: Page): Promise<void> {
  await pilot.goto('/browse-jobs');
  await pilot.getByLabel('Search jobs').fill(TITLE);
  await button(pilot.getByRole('article', { name: TITLE }).first(), 'View Details').click();
  const dialog = pilot.getByRole('dialog');
  const requests = await cutTwice(pilot, 'POST', /\/assign$/);
  for (const attempt of [1, 2]) {
    await button(dialog, 'Accept Job').click();
    await expect(pilot.getByText('Failed to accept job. Please try again.')).toBeVisible();
    expect(requests()).toBe(attempt);
  }
  // The event of the change contains the data of the lost response.
  await expect(dialog.getByRole('note')).toContainText('This job is yours');
  await dialog.getByRole('link', { name: 'View in My Jobs' }).click();
}

/** A call of the pilot waits on the device, and shows when it is sent. */
async function expectSent(pilot: Page, call: string): Promise<void> {
  await expect(pilot.getByText(`${call} · Waiting for network`)).toBeVisible();
  await backOnline(pilot, pilot.getByText(`${call} · Sent`));
}

async function work(pilot: Page): Promise<void> {
  const dialog = pilot.getByRole('dialog', { name: TITLE });
  await cutTwice(pilot, 'PUT', /\/api\/jobs\/\d+$/);
  await button(dialog, 'Increase progress by 5%').click();
  await expectSent(pilot, `Progress 5% of ${TITLE}`);
  const steps = await cutTwice(pilot, 'PATCH', /\/api\/jobs\/\d+$/);
  await button(dialog, 'Mark as In Progress').click();
  await expectSent(pilot, `In Progress: ${TITLE}`);
  expect(steps()).toBe(3);
  await log(pilot, dialog);
  await deliver(pilot, dialog);
  await button(dialog, 'Mark as Review').click();
  await button(pilot.getByRole('alertdialog'), 'Mark as Review').click();
  await button(dialog, 'Mark as Completed').click();
  await button(pilot.getByRole('alertdialog'), 'Complete at 5%').click();
  await expect(pilot.getByRole('alertdialog')).toBeHidden();
}

async function log(pilot: Page, dialog: Locator): Promise<void> {
  await cutTwice(pilot, 'POST', /\/api\/flight-data$/);
  await button(dialog, 'Upload Data').click();
  // The form's action replaces those of the dialog, which are always in view.
  await expect(button(dialog, 'Save Flight Data')).toBeInViewport({ ratio: 1 });
  await expect(button(dialog, 'Mark as Review')).toBeHidden();
  await dialog.getByLabel('Flight Number').fill('FL-101');
  await dialog.getByLabel('Duration').fill('42');
  await dialog.getByLabel('Altitude').fill('380 ft');
  await button(dialog, 'Save Flight Data').click();
  await expectSent(pilot, 'Flight FL-101');
}

async function deliver(pilot: Page, dialog: Locator): Promise<void> {
  const uploadCalls = await cutUpload(pilot);
  const part = dialog.getByRole('region', { name: 'Deliverables' });
  await part.getByLabel('Add Files', { exact: true }).and(pilot.locator('input')).setInputFiles(AERIAL_PHOTO);
  await expect(part.getByText(/continues automatically/)).toBeVisible();
  await backOnline(pilot, part.getByRole('link', { name: 'Download aerial.jpg' }));
  // The event of the change can show the file before the page has its last response.
  await expect.poll(uploadCalls).toEqual(CALLS_OF_UPLOAD);
}

async function pay(client: Page): Promise<void> {
  await client.goto('/');
  const creations = await cutTwice(client, 'POST', /\/create-payment$/);
  await button(row(client), 'Pay').click();
  // The name of the dialog follows its state.
  const dialog = client.getByRole('dialog');
  for (const attempt of [1, 2]) {
    await expect(dialog).toContainText('The server could not be reached.');
    expect(creations()).toBe(attempt);
    await button(dialog, 'Try again').click();
  }
  // The provider does not get the card.
  const charge = /\/payment-sandbox\/v1\/.*\/confirm$/;
  await client.route(charge, (route) => route.abort('connectionreset'));
  await payWith(client, CARD);
  await expect(dialog).toContainText('The payment provider could not be reached. Your card was not charged.');
  await client.unroute(charge);
  const confirmations = await cutTwice(client, 'POST', /\/confirm-payment$/);
  await payWith(client, CARD);
  await expect(client.getByText(/Your card has been charged; do not pay again\./).first()).toBeVisible();
  await expect(button(client, /^Pay \$/)).toBeHidden();
  await backOnline(client, client.getByText('Payment Successful'));
  expect(confirmations()).toBe(3);
  await expect(row(client)).toContainText('Paid');
}

async function openReceipt(client: Page): Promise<void> {
  // The page that has shown the payment has read the job.
  await client.goto('/');
  const receipt = client.getByRole('link', { name: `Receipt for ${TITLE}` });
  await expect(receipt).toBeVisible();
  let cut = true;
  await client.route(/\/api\/(payments|jobs)\b/, (route) =>
    cut ? route.abort('connectionreset') : route.continue(),
  );
  await receipt.click();
  const again = button(client.getByRole('main'), 'Try again').first();
  await expect(again).toBeVisible();
  cut = false;
  await again.click();
  await expect(client.getByRole('region', { name: 'Payment Receipt' })).toContainText('$1,250.50');
}

/** Each event of the job once, oldest first. */
const HISTORY = [
  'posted',
  'file-added',
  'accepted',
  'progress',
  'status',
  'flight-added',
  'file-added',
  'status',
  'status',
  'status',
  'payment',
];

test('[BROWSE-16, FLIGHT-43, DELIVER-23, LIST-9] every write of a job survives a cut before and after the server, and is done once', async ({
  as,
}) => {
  const client = await as(newUser('client', 'Maria Quarry'), { ...PHONE, colorScheme: 'dark' });
  const pilot = await as(newUser('pilot', 'Sam Skyward'), { ...DESKTOP, colorScheme: 'light' });
  await post(client);
  await accept(pilot);
  await work(pilot);
  await pay(client);
  await openReceipt(client);

  const list = await client.request.get(paths.clientJobs(await userId(client.request)));
  const jobs = await jobListView.validate(await list.json());
  expect(jobs.map(({ title, status, progress }) => [title, status, progress])).toEqual([[TITLE, 'paid', 5]]);
  const id = jobs[0]?.id ?? 0;
  const job = await readJob(client.request, id);
  expect(job.attachments.map(({ fileName }) => fileName)).toEqual(['site-plan.pdf']);
  expect(job.flightData.map(({ flightNumber }) => flightNumber)).toEqual(['FL-101']);
  const files = await deliverableListView.validate(
    await (await pilot.request.get(paths.deliverables(id))).json(),
  );
  expect(files.map(({ fileName }) => fileName)).toEqual(['aerial.jpg']);
  const history = await (await client.request.get(paths.jobEvents(id))).text();
  const kinds = [...history.matchAll(/"kind":"([^"]+)"/g)].map(([, kind]) => kind);
  expect(kinds.toReversed()).toEqual(HISTORY);
  expect(await chargesOf(client.request, id)).toBe(1);
});
