import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { AERIAL_PHOTO } from '../support/files.ts';
import { acceptedJob } from '../support/jobs.ts';
import { newUser } from '../support/users.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const TITLE = 'Grain silo, north gate';
const thread = (page: Page, name: string) => page.getByRole('region', { name: `Messages with ${name}` });
const message = (page: Page, name: string, text: string): Locator =>
  thread(page, name).getByRole('listitem').filter({ hasText: text });

async function write(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: `Message to ${name}` });
  await field.fill(text);
  await field.press('Control+Enter');
  await expect(field).toHaveValue('');
}

/** Returns the bases of the releases whose files the service worker has kept. */
const keptFiles = (page: Page) => page.evaluate(async () => (await caches.match('/complete'))?.text());

/** Checks a screen in both schemes and at three widths. */
async function expectClean(page: Page): Promise<void> {
  const size = page.viewportSize() ?? DESKTOP.viewport;
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: size.height });
    expect.soft(await accessibilityProblems(page), `${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
}

test('[CHAT-1, CHAT-4, CHAT-7, CHAT-9, CHAT-13, CHAT-18, NOTE-22, FIELD-2, FIELD-8] a client and a pilot talk about a job, and a message without a network arrives once', async ({
  as,
}) => {
  const client = await as(newUser('client', 'Maria Quarry'), DESKTOP);
  const pilot = await as(newUser('pilot', 'Sam Skyward'), { viewport: PHONE.viewport });
  await expect(client.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  await expect(pilot.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  const id = await acceptedJob(client.request, pilot.request, TITLE);

  // The pilot asks in the dialog of the job, and the client sees it at once.
  await pilot.goto(`/jobs?job=${id}`);
  await pilot.getByRole('button', { name: 'Show Messages' }).click();
  await write(pilot, 'Maria Quarry', 'Where is the gate?');
  await client.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  await client.getByRole('link', { name: '1 unread conversation' }).click();
  await client.getByRole('link', { name: /Sam Skyward.*Where is the gate\?/ }).click();
  await expect(message(client, 'Sam Skyward', 'Where is the gate?')).toBeVisible();
  await expect(message(pilot, 'Maria Quarry', 'Where is the gate?')).toContainText(/Read \d/);
  await expect(client.getByRole('link', { name: /1 unread/ })).toHaveCount(0);

  // The client sends a plan, which the form has after a reload, and which the pilot downloads.
  await client.locator('input[aria-label="Attach files"]').setInputFiles(AERIAL_PHOTO);
  const discard = client.getByRole('button', { name: 'Discard aerial.jpg' });
  await expect(discard).toBeVisible();
  const unsent = client.waitForResponse(`**/api/jobs/${id}/uploads`);
  await client.reload();
  expect(await (await unsent).json()).toMatchObject([{ fileName: 'aerial.jpg' }]);
  await expect(discard).toBeVisible();
  await write(client, 'Sam Skyward', 'Behind the silo, see https://maps.example/gate');
  await expect(message(pilot, 'Maria Quarry', 'Behind the silo')).toBeVisible();
  const download = pilot.waitForEvent('download');
  await pilot.getByRole('link', { name: 'Download aerial.jpg' }).click();
  expect((await download).suggestedFilename()).toBe('aerial.jpg');
  await expectClean(client);

  // Without a network, the pilot reads the last messages, and a message waits, also after a reload.
  await pilot.goto(`/messages?job=${id}`);
  await expect(message(pilot, 'Maria Quarry', 'Behind the silo')).toBeVisible();
  await expect.poll(() => keptFiles(pilot), { timeout: 30_000 }).toContain('/modules/jobs/');
  await pilot.reload();
  await expect(message(pilot, 'Maria Quarry', 'Behind the silo')).toBeVisible();
  await pilot.context().setOffline(true);
  await write(pilot, 'Maria Quarry', 'I am at the gate.');
  await expect(message(pilot, 'Maria Quarry', 'I am at the gate.')).toContainText('Waiting for network');
  await pilot.locator('input[aria-label="Attach files"]').setInputFiles(AERIAL_PHOTO);
  await expect(pilot.getByText('You can send the message now.')).toBeVisible();
  await write(pilot, 'Maria Quarry', 'Is it this one?');
  await pilot.reload();
  await expect(message(pilot, 'Maria Quarry', 'Behind the silo')).toBeVisible();
  await expect(message(pilot, 'Maria Quarry', 'I am at the gate.')).toContainText('Waiting for network');
  await expect(message(pilot, 'Maria Quarry', 'Is it this one?')).toContainText(
    /aerial\.jpg[\d.]+ kB.*Waiting for network/,
  );
  await expectClean(pilot);
  await write(client, 'Sam Skyward', 'Ring twice.');
  await pilot.context().setOffline(false);
  await expect(message(client, 'Sam Skyward', 'I am at the gate.')).toHaveCount(1);
  const question = message(client, 'Sam Skyward', 'Is it this one?');
  await expect(question.getByRole('link', { name: 'Download aerial.jpg' })).toHaveCount(1);
  await expect(message(pilot, 'Maria Quarry', 'Is it this one?')).not.toContainText('Waiting');
  await expect(message(pilot, 'Maria Quarry', 'Is it this one?')).toHaveCount(1);
  await expect(message(pilot, 'Maria Quarry', 'Ring twice.')).toBeVisible();
  await expect(message(pilot, 'Maria Quarry', 'I am at the gate.')).toHaveCount(1);
  await expect(message(pilot, 'Maria Quarry', 'I am at the gate.')).not.toContainText('Waiting');
  await expect(message(client, 'Sam Skyward', 'Ring twice.')).toContainText(/Read \d/);

  // Back on the phone leads to the list.
  await pilot.getByRole('button', { name: 'Back to all conversations' }).click();
  await expect(pilot.getByRole('link', { name: /Maria Quarry/ })).toBeVisible();
  await expectClean(pilot);
});

test('[CHAT-2, CHAT-5, CHAT-11, CHAT-19] a user reads from the first unread message on in place while new ones arrive, and blocks the conversation', async ({
  as,
}) => {
  const client = await as(newUser('client', 'Maria Quarry'), DESKTOP);
  const pilot = await as(newUser('pilot', 'Sam Skyward'), PHONE);
  const id = await acceptedJob(client.request, pilot.request, TITLE);
  await pilot.goto(`/messages?job=${id}`);
  for (let n = 1; n <= 45; n += 1) await write(pilot, 'Maria Quarry', `Strip ${n} is done.`);

  await client.goto('/messages');
  await client.getByRole('link', { name: /Sam Skyward/ }).click();
  // Also when the first unread message is on an older page.
  const separator = thread(client, 'Sam Skyward').getByRole('separator', { name: 'New' });
  await expect(separator).toBeInViewport();
  const first = message(client, 'Sam Skyward', 'Strip 1 is done.');
  await expect(first).toBeInViewport();
  const before = await first.boundingBox();
  await write(pilot, 'Maria Quarry', 'All strips are done.');
  const toNewest = client.getByRole('button', { name: '1 new message' });
  await expect(toNewest).toBeVisible();
  expect(await first.boundingBox()).toEqual(before);
  await toNewest.click();
  await expect(message(client, 'Sam Skyward', 'All strips are done.')).toBeInViewport();
  await expect(toNewest).toBeHidden();

  await client.getByRole('button', { name: 'More actions' }).click();
  await client.getByRole('menuitem', { name: 'Block' }).click();
  await client.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(client.getByRole('note')).toContainText('You have blocked this conversation.');
  await expect(pilot.getByRole('note')).toContainText('Maria Quarry has blocked this conversation.');
  await expect(pilot.getByRole('button', { name: 'Send' })).toHaveCount(0);
  expect(await accessibilityProblems(client)).toEqual([]);
});
