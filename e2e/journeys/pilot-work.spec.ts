import type { Page } from '@playwright/test';
import { acceptedJob } from '../support/jobs.ts';
import { expect, test } from '../support/test.ts';

const TITLE = 'Pipeline corridor survey';
const row = (page: Page) => page.getByRole('row').filter({ hasText: TITLE });
const progress = (page: Page) => page.getByRole('slider', { name: `Progress of ${TITLE}` });

test('[FIELD-8, FIELD-11, MODULE-9] without a network, progress and a status step show at once and a dialog waits, and all continue in order when it is back', async ({
  signedIn,
}) => {
  const client = await signedIn('client');
  const pilot = await signedIn('pilot');
  await acceptedJob(client.request, pilot.request, TITLE);
  await pilot.goto('/');
  await expect(row(pilot)).toBeVisible();
  // The code of the queue loads after the page.
  await pilot.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/queue\./.test(name)),
  );
  await pilot.getByRole('link', { name: 'My Jobs' }).click();
  await row(pilot).getByRole('button', { name: 'View', exact: true }).click();
  const dialog = pilot.getByRole('dialog', { name: TITLE });
  const release = dialog.getByRole('button', { name: 'Release Job' });
  await expect(release).toBeVisible();
  await pilot.context().setOffline(true);
  await release.click();
  await expect(pilot.getByText('This part opens when the connection is back.')).toBeVisible();
  await expect(dialog.getByRole('slider', { name: 'Progress' })).toBeVisible();
  await pilot.context().setOffline(false);
  await expect(pilot.getByRole('alertdialog')).toContainText('Release');
  await pilot.keyboard.press('Escape');
  await pilot.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await pilot.context().setOffline(true);
  await row(pilot).getByRole('button', { name: 'Increase progress by 5%' }).click();
  await expect(pilot.getByText(`Progress 5% of ${TITLE} · Waiting for network`)).toBeVisible();
  await expect(progress(pilot)).toHaveValue('5');
  await pilot.getByRole('link', { name: 'Dashboard' }).click();
  await row(pilot).getByRole('button', { name: 'Update' }).click();
  await expect(pilot.getByText(`In Progress: ${TITLE} · Waiting for network`)).toBeVisible();
  await expect(row(pilot)).toContainText('In Progress');
  await pilot.context().setOffline(false);
  await expect(pilot.getByText(`In Progress: ${TITLE} · Sent`)).toBeVisible();
  await pilot.goto('/jobs');
  await expect(row(pilot)).toContainText('In Progress');
  await expect(progress(pilot)).toHaveValue('5');
  // The page is left before the change is sent.
  await row(pilot).getByRole('button', { name: 'Increase progress by 5%' }).click();
  await pilot.reload();
  await expect(progress(pilot)).toHaveValue('10');
});
