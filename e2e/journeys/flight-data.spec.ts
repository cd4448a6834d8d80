import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { flightLog } from '../support/files.ts';
import { acceptedJob } from '../support/jobs.ts';
import { newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const track = (place: Page | Locator) => place.getByRole('img', { name: /^The track from above/ });

test('[FLIGHT-37] a draft of an upload survives a reload, an unreadable log shows the reason, and the client sees the evidence of the log next to the typed values', async ({
  signedIn,
  signedUp,
}, info) => {
  const title = 'Levee crest from the pump station to the old bridge';
  const client = await signedIn('client');
  const pilot = await signedUp(newUser('pilot', 'Otto Pilot'));
  const id = await acceptedJob(client.request, pilot.request, title);
  await pilot.goto('/flight-data');
  await pilot.getByRole('button', { name: 'Upload Flight Data' }).click();
  const dialog = pilot.getByRole('dialog', { name: 'Upload Flight Data' });
  await dialog.getByRole('combobox', { name: 'Job' }).click();
  await pilot.getByRole('option', { name: title }).click();
  const log = dialog.getByLabel('Flight log', { exact: true });
  await log.setInputFiles(flightLog('airdata.csv'));
  await expect(dialog.getByLabel('Altitude')).toHaveValue('380 ft');
  await expect(dialog.getByLabel('Coverage Area')).toHaveValue('9.5 acres');
  await expect(dialog.getByText(/^\d+ min · 380 ft · 9\.5 acres$/)).toBeInViewport();
  await expect(dialog.getByLabel('Flight Number')).toHaveValue('FL-001');
  await dialog.getByLabel('Coverage Area').fill('12 acres');
  await expect(dialog.getByText('Typed. The log says 9.5 acres.')).toBeVisible();
  await pilot.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await pilot.reload();
  await pilot.getByRole('button', { name: 'Upload Flight Data' }).click();
  await expect(dialog.getByText(/^Draft restored\. A flight log is not part of a draft\./)).toBeVisible();
  await expect(dialog.getByLabel('Coverage Area')).toHaveValue('12 acres');

  const bomb = '<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml>&b;</kml>';
  writeFileSync(info.outputPath('bomb.kml'), bomb);
  await log.setInputFiles(info.outputPath('bomb.kml'));
  await expect(dialog.getByRole('alert')).toContainText('bomb.kml: The file declares a document type');
  await log.setInputFiles(flightLog('airdata.csv'));
  await expect(track(dialog)).toBeVisible();
  await expect(dialog.getByText('Typed. The log says 9.5 acres.')).toBeVisible();
  expect(await accessibilityProblems(pilot)).toEqual([]);
  await dialog.getByLabel('Flight Number').fill('FL-101');
  await dialog.getByRole('button', { name: 'Save Flight Data' }).click();
  await expect(pilot.getByText('Flight data has been uploaded successfully.')).toBeVisible();

  await client.goto(`/jobs?job=${id}`);
  const view = client.getByRole('dialog', { name: title });
  await expect(view.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  const fact = (term: string) => view.getByRole('term').filter({ hasText: term }).locator('..');
  await expect(fact('Altitude')).toContainText('380 ftMeasured');
  // Another journey may have uploaded the same sample, which the alert then names too.
  await expect(view.getByRole('alert')).toContainText(
    /^Not evidence of the jobFlown .+ before the job was posted/,
  );
  await expect(fact('Coverage Area')).toContainText('12 acresTypedThe log says 9.5 acres');
  await expect(view.getByText(hash('sha256', readFileSync(flightLog('airdata.csv'))))).toBeVisible();
  const download = client.waitForEvent('download');
  await view.getByRole('link', { name: 'Download Log of flight FL-101' }).click();
  expect(readFileSync(await (await download).path())).toEqual(readFileSync(flightLog('airdata.csv')));
  await view.getByRole('button', { name: 'Show Track' }).click();
  await expect(track(view)).toBeVisible();
  await client.setViewportSize({ width: 360, height: 740 });
  await expect(view.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  expect(await accessibilityProblems(client)).toEqual([]);
});
