import type { Locator, Page } from '@playwright/test';
import { paths } from '@dps/contract';
import { acceptJob, fillJobForm, moveJob } from '../support/jobs.ts';
import { payWith } from '../support/payments.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import { newUser } from '../support/users.ts';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true });

/** Presses a control as the user of the device does. */
async function press(control: Locator): Promise<void> {
  const isPhone = await control.page().evaluate(() => matchMedia('(pointer: coarse)').matches);
  await (isPhone ? control.tap() : control.click());
}

async function post(page: Page, title: string): Promise<void> {
  await page.goto('/');
  const form = await fillJobForm(page, title);
  await press(button(form, 'Create Job'));
  await expect(row(page, title)).toContainText('Unassigned');
}

/** Accepts the job, and starts the work. Returns the dialog of the job. */
async function start(page: Page, title: string): Promise<Locator> {
  await page.goto(`/browse-jobs?q=${encodeURIComponent(title)}`);
  await press(button(page.getByRole('article', { name: title }), 'View Details'));
  const dialog = page.getByRole('dialog', { name: title });
  await press(button(dialog, 'Accept Job'));
  await press(dialog.getByRole('link', { name: 'View in My Jobs' }));
  await expect(page).toHaveURL(/\/jobs\?job=\d+$/);
  await press(button(dialog, 'Mark as In Progress'));
  await expect(button(dialog, 'Withdraw')).toBeVisible();
  return dialog;
}

/** Logs a flight through the API, and withdraws. */
async function withdraw(dialog: Locator, jobId: number): Promise<void> {
  const page = dialog.page();
  const flight = await page.request.post(paths.flightRecords(), {
    data: { jobId, flightNumber: 'FL-007', duration: 42 },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(flight.status()).toBe(201);
  await press(button(dialog, 'Withdraw'));
  const form = page.getByRole('dialog', { name: 'Withdraw from this job?' });
  await form.getByLabel('Why do you withdraw?').fill('My drone is in repair.');
  await press(button(form, 'Withdraw'));
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
}

async function handOver(dialog: Locator): Promise<void> {
  await press(button(dialog, 'Mark as Review'));
  const checklist = dialog.page().getByRole('alertdialog', { name: 'Hand this job over for review?' });
  await expect(checklist.getByRole('listitem')).toHaveText([
    'The progress is 0%',
    'No flight records yet',
    'No deliverables yet',
  ]);
  await press(button(checklist, 'Mark as Review'));
  await expect(button(dialog, 'Take Back')).toBeVisible();
}

async function askForChanges(dialog: Locator): Promise<void> {
  await press(button(dialog, 'Ask for Changes'));
  const form = dialog.page().getByRole('dialog', { name: 'Ask for Changes' });
  await form.getByLabel('What should change?').fill('The north face is missing.');
  await press(button(form, 'Send to Pilot'));
}

for (const [place, clients, pilots] of [
  ['a phone', PHONE, DESKTOP],
  ['a desktop', DESKTOP, PHONE],
] as const)
  test(`[PJOB-36, PJOB-37, PJOB-39, PJOB-40, CJOB-14, CJOB-15, CJOB-20, EVENT-20] a client on ${place} pays for a job from which one pilot withdrew and whose work went back to the other pilot once`, async ({
    signedIn,
    signedUp,
  }) => {
    const title = `Quarry north face, for ${place}`;
    const client = await signedUp(newUser('client', 'Maria Quarry'), clients);
    await post(client, title);
    const first = await signedIn('pilot', pilots);
    const left = await start(first, title);
    const jobId = Number(new URL(first.url()).searchParams.get('job'));
    await withdraw(left, jobId);
    await expect(row(client, title)).toContainText('Unassigned');

    const pilot = await signedUp(newUser('pilot', 'Robin Vance'), pilots);
    await acceptJob(pilot.request, jobId);
    await moveJob(pilot.request, jobId, 'in-progress');
    await pilot.goto(`/jobs?job=${jobId}`);
    const work = pilot.getByRole('dialog', { name: title });
    await handOver(work);
    await press(button(work, 'Take Back'));
    await expect(pilot.getByText('Taken Back')).toBeVisible();
    await handOver(work);

    await press(button(row(client, title), 'View'));
    const review = client.getByRole('dialog', { name: title });
    await expect(review.getByRole('region', { name: 'Work of an Earlier Pilot' })).toContainText('FL-007');
    await expect(review.getByRole('region', { name: 'Flight Data' })).not.toContainText('FL-007');
    await expect(button(work, 'Take Back')).toBeHidden();
    await askForChanges(review);
    await expect(button(review, 'Pay $1,250.50')).toBeHidden();
    await expect(work.getByRole('note')).toContainText('The north face is missing.');
    await handOver(work);

    await press(button(review, 'Pay $1,250.50'));
    await payWith(client, '4242424242424242');
    await expect(client.getByText('Payment Successful')).toBeVisible();
    await press(review.getByRole('link', { name: 'Receipt' }));
    await expect(client.getByRole('region', { name: 'Payment Receipt' })).toContainText('$1,250.50');
    await expect(work).toContainText('Paid');
  });
