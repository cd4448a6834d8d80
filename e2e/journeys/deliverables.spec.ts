import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { AERIAL_PHOTO } from '../support/files.ts';
import { completedJob } from '../support/jobs.ts';
import { expect, test } from '../support/test.ts';

const deliverables = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Deliverables' });
const chooser = (page: Page, label: string) =>
  deliverables(page).getByLabel(label, { exact: true }).and(page.locator('input'));
const delivered = (page: Page, name: string) =>
  deliverables(page).getByRole('link', { name: `Download ${name}` });

/** Writes a LAS 1.2 file of 12 MB, which has three parts. */
function writePointCloud(path: string): string {
  const points = 600_000;
  const file = Buffer.alloc(227 + points * 20);
  file.write('LASF', 0, 'latin1');
  file.writeUInt8(1, 24);
  file.writeUInt8(2, 25);
  file.writeUInt16LE(227, 94);
  file.writeUInt32LE(227, 96);
  file.writeUInt16LE(20, 105);
  file.writeUInt32LE(points, 107);
  for (let at = 227; at + 4 <= file.length; at += 4) file.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);
  writeFileSync(path, file);
  return path;
}

/** Waits for an image with its pixels. */
const expectPreview = (image: Locator) =>
  expect.poll(() => image.evaluate((loaded: HTMLImageElement) => loaded.naturalWidth)).toBeGreaterThan(100);

/** Downloads a file of the list. */
async function download(page: Page, name: string): Promise<Buffer> {
  const downloading = page.waitForEvent('download');
  await delivered(page, name).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(name);
  return readFileSync(await file.path());
}

test('[ROUTE-17, DELIVER-19, DELIVER-20, DELIVER-22] files arrive over a broken network and a reload, and the client gets them before the payment', async ({
  signedIn,
}, info) => {
  const cloud = writePointCloud(info.outputPath('crest.las'));
  const pilot = await signedIn('pilot');
  const client = await signedIn('client');
  const title = 'Levee crest, point cloud';
  const id = await completedJob(client.request, pilot.request, title);

  await pilot.goto(`/jobs?job=${id}`);
  await chooser(pilot, 'Add Files').setInputFiles(AERIAL_PHOTO);
  await expect(delivered(pilot, 'aerial.jpg')).toBeVisible();
  // The network fails during the second part. The page is closed before it returns.
  await pilot.route('**/parts/2', (route) => route.abort('connectionreset'));
  await chooser(pilot, 'Add Files').setInputFiles(cloud);
  await expect(deliverables(pilot).getByText(/continues automatically/)).toBeVisible();
  pilot.once('dialog', (dialog) => void dialog.accept());
  await pilot.reload();
  await expect(deliverables(pilot).getByText(/Stopped at 43%/)).toBeVisible();
  expect(await accessibilityProblems(pilot)).toEqual([]);

  // It fails again, and returns.
  let attempts = 0;
  await pilot.unroute('**/parts/2');
  await pilot.route('**/parts/3', (route) => {
    attempts += 1;
    return attempts === 1 ? route.abort('connectionreset') : route.continue();
  });
  await chooser(pilot, 'Choose File for crest.las').setInputFiles(cloud);
  await expect(delivered(pilot, 'crest.las')).toBeVisible();
  expect(attempts).toBe(2);

  await client.goto(`/jobs?job=${id}`);
  await expect(deliverables(client).getByText('Point cloud, 11.4 MB')).toBeVisible();
  await expect(client.getByRole('button', { name: 'Mark as Paid' })).toBeVisible();
  await expectPreview(deliverables(client).locator('img'));
  expect((await download(client, 'crest.las')).equals(readFileSync(cloud))).toBe(true);

  await client.getByRole('button', { name: 'Mark as Paid' }).click();
  const payment = client.getByRole('dialog', { name: 'Secure Payment' });
  await expect(payment.getByRole('button', { name: /^Pay \$/ })).toBeEnabled();
  expect(await accessibilityProblems(client)).toEqual([]);
  await payment.getByRole('button', { name: 'Back' }).click();
  await expectPreview(deliverables(client).locator('img'));
  expect((await download(client, 'aerial.jpg')).equals(readFileSync(AERIAL_PHOTO))).toBe(true);
});
