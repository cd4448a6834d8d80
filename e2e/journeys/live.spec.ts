import type { BrowserContext, Page, Request } from '@playwright/test';
import { paths } from '@dps/contract';
import { acceptJob, moveJob, postJob, readJob } from '../support/jobs.ts';
import { openPayment, payWith } from '../support/payments.ts';
import { newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test('[EVENT-13, EVENT-16] a client and a pilot see the changes of each other without a reload, and a form in use keeps its values', async ({
  as,
}) => {
  const title = 'Causeway survey, west span';
  const client = await as(newUser('client', 'Maria Quarry'));
  const pilot = await as(newUser('pilot', 'Sam Skyward'));
  await expect(client.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  await expect(pilot.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();

  const id = await postJob(client.request, title);
  await expect(row(client, title)).toContainText('Unassigned');
  await client.getByRole('button', { name: `Edit ${title}` }).click();
  const form = client.getByRole('dialog', { name: 'Edit Job' });
  await form.getByLabel('Budget').fill('1450');
  await form.getByLabel('Location').focus();
  await acceptJob(pilot.request, id);
  await expect(client.getByRole('table', { includeHidden: true }).first()).toContainText('Assigned');
  await expect(form.getByLabel('Budget')).toHaveValue('1450');
  await expect(form.getByLabel('Location')).toBeFocused();

  // The link of the notification opens the job, which follows the change of the client.
  await pilot.getByRole('button', { name: 'Notifications, 1 unread' }).press('Enter');
  await pilot.getByRole('dialog', { name: 'Notifications' }).getByRole('link').press('Enter');
  const dialog = pilot.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('slider')).toBeEnabled();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('note')).toContainText('Budget: $1,250.50 → $1,450.00');
  await dialog.getByRole('button', { name: 'Increase progress by 5%' }).click();
  await expect(row(client, title)).toContainText('5%');

  await pilot.goto('/payments');
  await expect(pilot.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
  expect((await readJob(pilot.request, id)).progress).toBe(5);
  await moveJob(pilot.request, id, 'in-progress', 'review', 'completed');
  await openPayment(client, title);
  await payWith(client, '4242424242424242');
  await expect(client.getByText('Payment Successful')).toBeVisible();
  await expect(row(pilot, title)).toContainText('$1,450.00');
});

/** Collects the streams of events that the pages of a browser open from now on. */
function streamsOf(context: BrowserContext): Request[] {
  const streams: Request[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === paths.events()) streams.push(request);
  });
  return streams;
}

test('[EVENT-14] two tabs use one connection, which the second one takes over, until the user signs out', async ({
  signedUp,
}) => {
  const first = await signedUp(newUser('client', 'Maria Quarry'));
  const streams = streamsOf(first.context());
  const second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  }
  await postJob(first.request, 'Spillway survey');
  for (const page of [first, second]) await expect(row(page, 'Spillway survey')).toBeVisible();
  expect(streams).toHaveLength(1);

  await first.close();
  await postJob(second.request, 'Turbine hall survey');
  await expect(row(second, 'Turbine hall survey')).toBeVisible();
  expect(streams).toHaveLength(2);

  const ended = second.waitForEvent('requestfailed', (request) => request === streams[1]);
  await second.getByRole('button', { name: 'User menu' }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await ended;
  await expect(second.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  expect(streams).toHaveLength(2);
});

test('[BROWSE-13, BROWSE-14, BROWSE-15] the open jobs of a pilot stay in place while others post and accept jobs', async ({
  signedIn,
  signedUp,
}) => {
  const client = await signedIn('client');
  const other = await signedUp(newUser('pilot', 'Ola Other'));
  const first = await postJob(client.request, 'Aqueduct arch 1');
  const pilot = await signedIn('pilot');
  await pilot.goto('/browse-jobs?q=aqueduct');
  const cards = pilot.getByRole('article');
  await expect(cards).toHaveCount(1);

  const second = await postJob(client.request, 'Aqueduct arch 2');
  const showNew = pilot.getByRole('button', { name: 'Show 1 new job' });
  await expect(showNew).toBeVisible();
  await expect(cards).toHaveCount(1);
  await showNew.click();
  await expect(cards).toHaveCount(2);

  await acceptJob(other.request, first);
  const taken = pilot.getByRole('article', { name: 'Aqueduct arch 1' });
  await expect(taken.getByRole('button', { name: 'No Longer Available' })).toBeDisabled();

  const card = pilot.getByRole('article', { name: 'Aqueduct arch 2' });
  await card.getByRole('button', { name: 'View Details' }).click();
  const dialog = pilot.getByRole('dialog', { name: 'Aqueduct arch 2' });
  await expect(dialog.getByRole('button', { name: 'Accept Job' })).toBeVisible();
  await acceptJob(other.request, second);
  await expect(dialog.getByRole('note')).toContainText('This job is no longer offered');
  await dialog.getByRole('button', { name: 'See Other Jobs' }).click();
  await expect(cards).toHaveCount(0);
});
