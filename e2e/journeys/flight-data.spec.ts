import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { flightLog } from '../support/files.ts';
import { acceptJob, postJob } from '../support/jobs.ts';
import { newUser, type NewUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const csv = (text: string) => ({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

type SignUp = (user: NewUser) => Promise<Page>;

/** A client with a job, and its pilot on the page of flight data. */
async function clientAndPilot(signedUp: SignUp, title: string): Promise<{ client: Page; pilot: Page }> {
  const client = await signedUp(newUser('client', 'Cleo Client'));
  const id = await postJob(client.request, title);
  const pilot = await signedUp(newUser('pilot', 'Otto Pilot'));
  await acceptJob(pilot.request, id);
  await pilot.goto('/flight-data');
  return { client, pilot };
}

/** Opens the upload dialog and selects the job. */
async function openUpload(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload Flight Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Flight Data' });
  await dialog.getByRole('combobox', { name: 'Job' }).click();
  await page.getByRole('option', { name: title }).click();
  return dialog;
}

const track = (place: Page | Locator) => place.getByRole('img', { name: /^The track from above/ });

test('the client sees the evidence of a flight log next to the typed values', async ({ signedUp }) => {
  test.slow();
  const title = `Levee crest from the pump station to the old bridge ${Date.now()}`;
  const { client, pilot } = await clientAndPilot(signedUp, title);
  const dialog = await openUpload(pilot, title);
  await dialog.getByLabel('Flight log', { exact: true }).setInputFiles(flightLog('airdata.csv'));
  await expect(dialog.getByLabel('Altitude')).toHaveValue('380 ft');
  await expect(dialog.getByLabel('Duration (minutes)')).toHaveValue('5');
  await expect(track(dialog)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Camera' }).click();
  await pilot.getByRole('option', { name: 'DJI Mavic 3 Enterprise, wide' }).click();
  await expect(dialog.getByLabel('Resolution')).toHaveValue('3.1 cm/pixel');
  expect(await accessibilityProblems(pilot)).toEqual([]);
  await dialog.getByLabel('Coverage Area').fill('12 acres');
  await expect(dialog.getByText('Typed. The log says 9.5 acres.')).toBeVisible();
  await dialog.getByLabel('Flight Number').fill('FL-101');
  await dialog.getByRole('button', { name: 'Save Flight Data' }).click();
  await expect(pilot.getByText('Flight data has been uploaded successfully.')).toBeVisible();

  await client.goto('/');
  await client
    .getByRole('row')
    .filter({ hasText: title })
    .getByRole('button', { name: 'View', exact: true })
    .click();
  const view = client.getByRole('dialog', { name: title });
  await expect(view.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  const fact = (term: string) => view.getByRole('term').filter({ hasText: term }).locator('..');
  await expect(fact('Altitude')).toContainText('380 ftMeasured');
  await expect(fact('Coverage Area')).toContainText('12 acresTypedThe log says 9.5 acres');
  await expect(view.getByText('Never higher than 400 ft above ground')).toBeVisible();
  await view.getByRole('button', { name: 'Show Track' }).click();
  await expect(track(view)).toBeVisible();
  await client.setViewportSize({ width: 360, height: 740 });
  await client.emulateMedia({ colorScheme: 'dark' });
  await expect(view.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  expect(await accessibilityProblems(client)).toEqual([]);
});

test('[FLIGHT-37] a draft of an upload survives Escape, a link and a reload, and the next log replaces the last one', async ({
  signedUp,
}) => {
  const title = `Canal bank ${Date.now()}`;
  const { pilot } = await clientAndPilot(signedUp, title);
  const dialog = await openUpload(pilot, title);
  await dialog.getByLabel('Flight log', { exact: true }).setInputFiles(flightLog('airdata.csv'));
  await expect(dialog.getByLabel('Altitude')).toHaveValue('380 ft');
  await dialog.getByLabel('Coverage Area').fill('12 acres');
  await pilot.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await pilot.getByRole('link', { name: 'Schedule' }).click();
  await expect(pilot.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible();
  await pilot.goBack();
  await pilot.reload();
  await pilot.getByRole('button', { name: 'Upload Flight Data' }).click();
  await expect(dialog.getByText(/^Draft restored\. A flight log is not part of a draft\./)).toBeVisible();
  await expect(dialog.getByLabel('Altitude')).toHaveValue('380 ft');
  expect(await accessibilityProblems(pilot)).toEqual([]);
  await dialog.getByLabel('Flight log', { exact: true }).setInputFiles({
    name: 'line.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(
      JSON.stringify({
        type: 'Feature',
        geometry: {
          type: 'LineString',
          coordinates: [
            [-76.6, 39.28],
            [-76.61, 39.28],
            [-76.61, 39.29],
          ],
        },
        properties: {
          coordTimes: ['2026-11-02T15:00:00Z', '2026-11-02T15:04:00Z', '2026-11-02T15:08:00Z'],
        },
      }),
    ),
  });
  await expect(dialog.getByLabel('Altitude')).toHaveValue('');
  await expect(dialog.getByLabel('Coverage Area')).toHaveValue('12 acres');
  await dialog.getByLabel('Flight Number').fill('FL-099');
  await dialog.getByLabel('Duration (minutes)').fill('9');
  await dialog.getByRole('button', { name: 'Save Flight Data' }).click();
  await expect(pilot.getByText('Flight data has been uploaded successfully.')).toBeVisible();
  await pilot.getByRole('button', { name: 'Upload Data' }).click();
  await expect(dialog.getByLabel('Flight Number')).toHaveValue('FL-100');
  await expect(dialog.getByText(/^Draft restored/)).toBeHidden();
});

test('an unreadable log shows the reason, and the dialog stays usable', async ({ signedUp }) => {
  const title = `Quarry haul road ${Date.now()}`;
  const { pilot } = await clientAndPilot(signedUp, title);
  const dialog = await openUpload(pilot, title);
  const input = dialog.getByLabel('Flight log', { exact: true });
  const refused = dialog.getByRole('alert');
  await input.setInputFiles(csv('name,phone\nAda,1\n'));
  await expect(refused).toContainText('The table has no columns of a flight log.');
  const bomb = '<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml>&b;</kml>';
  await input.setInputFiles({ ...csv(bomb), name: 'bomb.kml' });
  await expect(refused).toContainText('bomb.kml: The file declares a document type');
  await input.setInputFiles(flightLog('track.kml'));
  await expect(dialog.getByLabel('Altitude')).toHaveValue('380 ft');
  await expect(refused).toBeHidden();
});

test('a pilot uploads a log and exports all flights by keyboard alone', async ({ signedUp }) => {
  const title = `Solar field ${Date.now()}`;
  const { pilot } = await clientAndPilot(signedUp, title);
  const keys = pilot.keyboard;
  // Before the key that opens it: the browser must already pass file choosers on to the test.
  const chooser = pilot.waitForEvent('filechooser');
  await pilot.getByRole('button', { name: 'Upload Data' }).focus();
  await keys.press('Enter');
  const dialog = pilot.getByRole('dialog', { name: 'Upload Flight Data' });
  await dialog.getByRole('combobox', { name: 'Job' }).focus();
  await keys.press('Enter');
  await expect(pilot.getByRole('option', { name: title })).toBeFocused();
  await keys.press('Enter');
  await keys.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Choose a log' })).toBeFocused();
  await keys.press('Enter');
  await (await chooser).setFiles(flightLog('line.geojson'));
  await expect(dialog.getByLabel('Altitude')).toHaveValue('380 ft');
  await dialog.getByLabel('Flight Number').focus();
  await keys.type('=FL-7');
  await keys.press('Enter');
  await expect(pilot.getByText('Flight data has been uploaded successfully.')).toBeVisible();
  await expect(pilot.getByRole('button', { name: 'Upload Data' })).toBeFocused();

  // Until the list is read again, there is nothing to export.
  await expect(pilot.getByRole('button', { name: 'View flight =FL-7' })).toBeVisible();
  const download = pilot.waitForEvent('download');
  const exportAll = pilot.getByRole('button', { name: 'Export All' });
  await expect(exportAll).toBeEnabled();
  await exportAll.focus();
  await expect(exportAll).toBeFocused();
  await keys.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^flight-data-\d{4}-\d\d-\d\d\.csv$/);
  const [header, row] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(header).toBe('Flight Number,Date,Duration (minutes),Altitude,Coverage Area,Resolution,Notes,Job ID');
  expect(row).toMatch(/^'=FL-7,\d{4}-\d\d-\d\d,5,380 ft,9\.5 acres,,,\d+$/);

  await pilot.getByRole('button', { name: 'View flight =FL-7' }).focus();
  await keys.press('Enter');
  await expect(track(pilot)).toBeVisible();
  await expect(pilot).toHaveURL(/\?record=\d+$/);
  await pilot.reload();
  await expect(pilot.getByRole('dialog', { name: 'Flight =FL-7' })).toBeVisible();
  await keys.press('Escape');
  await expect(pilot).toHaveURL(/\/flight-data$/);
});
