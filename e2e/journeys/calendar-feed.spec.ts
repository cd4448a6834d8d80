import type { APIRequestContext } from '@playwright/test';
import ICAL from 'ical.js';
import { accessibilityProblems } from '../support/accessibility.ts';
import { acceptedJob } from '../support/jobs.ts';
import { expect, test } from '../support/test.ts';

/** Reads a feed without a session. An independent library parses it. */
async function readFeed(request: APIRequestContext, address: string): Promise<ICAL.Event[]> {
  const response = await request.get(address);
  expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(await response.text()));
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
}

test('[FEED-5, FEED-8, FEED-10, CALL-35] the calendar feed follows the deadline of the client, and a new address ends the old one', async ({
  open,
  signedIn,
}) => {
  const client = await signedIn('client');
  const pilot = await signedIn('pilot');
  const service = (await open()).request;
  const title = 'Orchard, rows 1–40; north';
  const id = await acceptedJob(client.request, pilot.request, title);

  await pilot.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await pilot.goto('/schedule');
  await pilot.getByRole('button', { name: 'Calendar Feed' }).click();
  const dialog = pilot.getByRole('dialog', { name: 'Calendar Feed' });
  await dialog.getByRole('button', { name: 'Create address' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  expect(await accessibilityProblems(pilot)).toEqual([]);
  const address = await pilot.evaluate(() => navigator.clipboard.readText());

  const [event, ...others] = await readFeed(service, address);
  expect(others).toEqual([]);
  expect([event?.summary, event?.location, event?.startDate.toString()]).toEqual([
    title,
    'Georgetown, TX',
    '2031-03-14',
  ]);

  await client.goto(`/jobs?edit=${id}`);
  const form = client.getByRole('form', { name: 'Edit Job' });
  await form.getByLabel('Deadline').fill('2031-04-02');
  await client.getByRole('button', { name: 'Save Changes' }).click();
  await expect(client.getByText('Job Updated')).toBeVisible();
  const [moved] = await readFeed(service, address);
  expect([moved?.uid, moved?.startDate.toString()]).toEqual([event?.uid, '2031-04-02']);
  expect(moved?.description).not.toContain('1250');

  await dialog.getByRole('button', { name: 'New address' }).click();
  const confirmation = pilot.getByRole('alertdialog', { name: 'Create a new address?' });
  expect(await accessibilityProblems(pilot)).toEqual([]);
  await confirmation.getByRole('button', { name: 'New address' }).click();
  await expect(pilot.getByText('The previous address no longer works.')).toBeVisible();
  const field = dialog.getByLabel('Secret address');
  await expect(field).not.toHaveValue(address);
  expect((await service.get(address)).status()).toBe(404);
  expect(await readFeed(service, await field.inputValue())).toHaveLength(1);

  // The link of an event opens the job.
  await pilot.goto(String(moved?.component.getFirstPropertyValue('url')));
  await expect(pilot.getByRole('dialog', { name: title })).toBeVisible();
});
