import type { Locator, Page } from '@playwright/test';
import { paths, type Role } from '@dps/contract';
import { accessibilityProblems } from '../support/accessibility.ts';
import { acceptJob, postJob } from '../support/jobs.ts';
import { signUp, newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const DOWN = {
  status: 503,
  json: { statusCode: 503, code: 'unavailable', message: 'The service is busy.', requestId: 'req-503' },
};
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const progress = (page: Page, title: string) => page.getByRole('slider', { name: `Progress of ${title}` });

type Open = () => Promise<Page>;

/** Signs up a new user. Resolves with the blank page of the signed-in user. */
async function signUpUser(open: Open, role: Role, name: string): Promise<Page> {
  const page = await open();
  await signUp(page.request, newUser(role, name));
  return page;
}

async function offer(open: Open, title: string): Promise<number> {
  const client = await signUpUser(open, 'client', 'Cora Client');
  return postJob(client.request, title);
}

/** Signs up a pilot, accepts a job and opens the page at `path`. */
async function pilotWithJob(open: Open, title: string, path: string): Promise<Page> {
  const id = await offer(open, title);
  const pilot = await signUpUser(open, 'pilot', 'Pia Pilot');
  await acceptJob(pilot.request, id);
  await pilot.goto(path);
  await expect(row(pilot, title)).toBeVisible();
  return pilot;
}

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not reach the element');
}

test('two pilots accept the same job: one gets it, and the other sees the reason', async ({ open }) => {
  const title = `Dam crest survey ${Date.now()}`;
  await offer(open, title);
  const openJob = async (name: string) => {
    const pilot = await signUpUser(open, 'pilot', name);
    // Without events, only the response shows the page that another pilot was faster.
    await pilot.route(`**${paths.events()}`, (route) => route.abort());
    await pilot.goto('/browse-jobs');
    await pilot.getByLabel('Search jobs').fill(title);
    await pilot.getByRole('article', { name: title }).getByRole('button', { name: 'View Details' }).click();
    await expect(pilot.getByRole('dialog')).toContainText('$875.35');
    return pilot;
  };
  const first = await openJob('Fay First');
  const second = await openJob('Sol Second');

  await first.getByRole('button', { name: 'Accept Job' }).dblclick();
  await expect(first.getByText('You have successfully accepted this job!')).toBeVisible();
  await first.getByRole('link', { name: 'View in My Jobs' }).click();
  await expect(first.getByRole('dialog', { name: title }).getByRole('slider')).toBeEnabled();

  // A card whose job is gone keeps its place, unless the dialog still covers it when the last page of the list arrives.
  const list = second.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === paths.availableJobs() &&
      !response.headers()['link']?.includes('next'),
  );
  await second.getByRole('button', { name: 'Accept Job' }).click();
  await expect(second.getByText('Another pilot was faster')).toBeVisible();
  await (await list).finished();
  await expect(second.getByText('Failed to accept job. Please try again.')).toHaveCount(0);
  await second.getByRole('button', { name: 'See Other Jobs' }).click();
  await expect(second.getByRole('dialog')).toBeHidden();
  await expect(second.getByText('No available jobs found matching your criteria.')).toBeVisible();
});

test('progress in the list survives a reload, even before it is sent', async ({ open }) => {
  const title = 'Levee inspection';
  const pilot = await pilotWithJob(open, title, '/jobs');
  await progress(pilot, title).focus();
  for (let step = 0; step < 3; step += 1) await pilot.keyboard.press('ArrowRight');
  await expect(progress(pilot, title)).toHaveValue('15');
  await expect(pilot.getByText('Job progress updated to 15%')).toBeVisible();
  await row(pilot, title).getByRole('button', { name: 'Increase progress by 5%' }).click();
  await pilot.reload();
  await expect(progress(pilot, title)).toHaveValue('20');
});

test('progress that the server rejects returns to the old value in the list, which offers Retry', async ({
  open,
}) => {
  const title = 'Solar field inspection';
  const pilot = await pilotWithJob(open, title, '/jobs');
  const logged: string[] = [];
  pilot.on('console', (message) => void logged.push(message.text()));
  await pilot.route('**/api/jobs/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(DOWN) : route.fallback(),
  );
  const up = row(pilot, title).getByRole('button', { name: 'Increase progress by 5%' });
  await up.click();
  await expect(progress(pilot, title)).toHaveValue('5');
  await expect(progress(pilot, title)).toHaveValue('0');
  expect(logged.join('\n')).toMatch(/job-progress\.write failed: 503: .*\(request req-503\)/);
  await expect(pilot.getByText('Failed to update progress')).toHaveCount(0);
  await expect(row(pilot, title)).toContainText('Not saved.');
  expect(await accessibilityProblems(pilot)).toEqual([]);
  await pilot.unrouteAll();
  await row(pilot, title).getByRole('button', { name: 'Retry' }).click();
  await expect(pilot.getByText('Job progress updated to 5%')).toBeVisible();
  await expect(progress(pilot, title)).toHaveValue('5');
  await expect(progress(pilot, title)).toBeFocused();
  await expect(row(pilot, title)).not.toContainText('Not saved.');
});

test('[FIELD-8, FIELD-11] progress and status steps without a network show at once, and are sent in order when it is back', async ({
  open,
}) => {
  const title = 'Pipeline corridor survey';
  const pilot = await pilotWithJob(open, title, '/');
  // The code of the queue loads after the page.
  await pilot.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/queue\./.test(name)),
  );
  await pilot.getByRole('link', { name: 'My Jobs' }).click();
  await expect(progress(pilot, title)).toBeVisible();
  await pilot.context().setOffline(true);
  await row(pilot, title).getByRole('button', { name: 'Increase progress by 5%' }).click();
  await expect(pilot.getByText(`Progress 5% of ${title} · Waiting for network`)).toBeVisible();
  await expect(progress(pilot, title)).toHaveValue('5');
  await pilot.getByRole('link', { name: 'Dashboard' }).click();
  await row(pilot, title).getByRole('button', { name: 'Update' }).click();
  await expect(pilot.getByText(`In Progress: ${title} · Waiting for network`)).toBeVisible();
  await expect(row(pilot, title)).toContainText('In Progress');
  await expect(row(pilot, title).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await pilot.context().setOffline(false);
  await expect(pilot.getByText(`In Progress: ${title} · Sent`)).toBeVisible({ timeout: 20_000 });
  await pilot.goto('/jobs');
  await expect(row(pilot, title)).toContainText('In Progress');
  await expect(progress(pilot, title)).toHaveValue('5');
});

test('[MODULE-9] a dialog that loads without a network keeps the page and opens when the network is back', async ({
  open,
}) => {
  const title = 'Dam crest survey';
  const pilot = await pilotWithJob(open, title, '/jobs');
  await row(pilot, title).getByRole('button', { name: 'View', exact: true }).click();
  const dialog = pilot.getByRole('dialog', { name: title });
  const release = dialog.getByRole('button', { name: 'Release Job' });
  await expect(release).toBeVisible();
  await pilot.context().setOffline(true);
  await release.click();
  await expect(pilot.getByText('This part opens when the connection is back.')).toBeVisible();
  await expect(dialog.getByRole('slider', { name: 'Progress' })).toBeVisible();
  await pilot.context().setOffline(false);
  await expect(pilot.getByRole('alertdialog')).toContainText('Release');
});

test('a status step shows at once on the dashboard, and the old status returns after a failure', async ({
  open,
}) => {
  const title = 'Bridge pier survey';
  const pilot = await pilotWithJob(open, title, '/');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await pilot.route('**/api/jobs/*', async (route) => {
    await released;
    await route.fulfill(DOWN);
  });
  const pending = pilot.getByRole('group', { name: 'Pending Jobs' });
  await expect(pending).toContainText('1');
  await row(pilot, title).getByRole('button', { name: 'Update' }).click();
  await expect(row(pilot, title)).toContainText('In Progress');
  await expect(pending).toContainText('0');
  release();
  await expect(row(pilot, title)).toContainText('Pending');
  await expect(pending).toContainText('1');
  await expect(pilot.getByText('Failed to update job status')).toHaveCount(0);
  await expect(row(pilot, title)).toContainText('Not saved.');
});

test('a pilot accepts a job and changes its progress and status by keyboard alone', async ({ open }) => {
  const title = `Orchard map ${Date.now()}`;
  await offer(open, title);
  const pilot = await signUpUser(open, 'pilot', 'Kay Keys');
  await pilot.goto('/browse-jobs');
  await tabTo(pilot, pilot.getByLabel('Search jobs'));
  await pilot.keyboard.type(title);
  const card = pilot.getByRole('article', { name: title });
  await tabTo(pilot, card.getByRole('button', { name: 'View Details' }));
  await pilot.keyboard.press('Enter');
  await tabTo(pilot, pilot.getByRole('button', { name: 'Accept Job' }));
  await pilot.keyboard.press('Enter');
  await tabTo(pilot, pilot.getByRole('link', { name: 'View in My Jobs' }));
  await pilot.keyboard.press('Enter');

  const dialog = pilot.getByRole('dialog', { name: title });
  await tabTo(pilot, dialog.getByRole('slider', { name: 'Progress' }));
  await pilot.keyboard.press('ArrowRight');
  await pilot.keyboard.press('ArrowRight');
  await expect(pilot.getByText('Job progress updated to 10%')).toBeVisible();
  await tabTo(pilot, dialog.getByRole('button', { name: 'Mark as In Progress' }));
  await pilot.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Mark as Review' })).toBeFocused();
  await pilot.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row(pilot, title)).toContainText('In Progress');
  await expect(progress(pilot, title)).toHaveValue('10');
});
