import path from 'node:path';
import type { Page } from '@playwright/test';
import { METERS_PER_FOOT, paths, userView } from '@dps/contract';
import { accessibilityProblems } from '../support/accessibility.ts';
import { ROOT } from '../support/files.ts';
import { fillJobForm, moveJob } from '../support/jobs.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import { newUser } from '../support/users.ts';

/** A rectangle of 300 m by 200 m near Georgetown, Texas, and its south-west corner. */
const FIELD = path.join(ROOT, 'e2e/fixtures/levee-field.kmz');
const CORNER = { latitude: 30.63, longitude: -97.68 };
const METERS_PER_DEGREE = 111_195;
/** Metres. The pictures of an unknown camera are then 60 m wide. */
const HEIGHT = 52;

/** A log of AirData with lines from west to east and back, by their metres north of the corner. */
function logOf(lines: readonly number[], startsInMinutes: number) {
  const perLongitude = METERS_PER_DEGREE * Math.cos((CORNER.latitude * Math.PI) / 180);
  const positions = lines.flatMap((north, line) => {
    const along = Array.from({ length: 31 }, (_, step) => ({ east: step * 10, north }));
    return line % 2 === 0 ? along : along.toReversed();
  });
  const start = Date.now() + startsInMinutes * 60_000;
  const rows = positions.map(({ east, north }, second) =>
    [
      second * 1000,
      new Date(start + second * 1000).toISOString().slice(0, 19).replace('T', ' '),
      (CORNER.latitude + north / METERS_PER_DEGREE).toFixed(7),
      (CORNER.longitude + east / perLongitude).toFixed(7),
      (HEIGHT / METERS_PER_FOOT).toFixed(1),
    ].join(','),
  );
  const header = 'time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(feet)';
  return {
    name: `flight-${startsInMinutes}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([header, ...rows, ''].join('\n')),
  };
}

async function postField(client: Page, title: string): Promise<void> {
  await client.goto('/jobs');
  await client.getByRole('button', { name: 'Create New Job' }).first().click();
  const form = await fillJobForm(client, title);
  await form.getByRole('button', { name: 'Add an Area' }).click();
  await form.getByLabel('Choose a file').setInputFiles(FIELD);
  await expect(form.getByText(/^14\.\d acres \([\d.]+ ha\), \d+ m × \d+ m/)).toBeVisible();
  await client.getByRole('button', { name: 'Create Job' }).click();
  await expect(client.getByRole('form')).toBeHidden();
}

/** Finds the job among those within 25 miles of the pilot's base, and accepts it. Returns its id. */
async function acceptNearJob(pilot: Page, title: string): Promise<number> {
  const user = await pilot.request.get(paths.currentUser());
  const { name, email } = await userView.validate(await user.json());
  const base = { latitude: 30.6, longitude: -97.7 };
  const saved = await pilot.request.put(paths.profile(), {
    data: { name, email, base },
    headers: { origin: process.env['DPS_URL'] ?? '' },
  });
  expect(saved.ok()).toBe(true);
  await pilot.goto('/browse-jobs');
  await pilot.getByRole('combobox', { name: 'Distance' }).click();
  await pilot.getByRole('option', { name: 'Within 25 miles' }).click();
  await pilot.getByRole('article', { name: title }).getByRole('button', { name: 'View Details' }).click();
  const dialog = pilot.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept Job' }).click();
  await dialog.getByRole('link', { name: 'View in My Jobs' }).click();
  await expect(pilot).toHaveURL(/\/jobs\?job=\d+$/);
  return Number(new URL(pilot.url()).searchParams.get('job'));
}

async function addFlight(pilot: Page, title: string, log: ReturnType<typeof logOf>): Promise<void> {
  const dialog = pilot.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Upload Data' }).click();
  await dialog.getByLabel('Flight log', { exact: true }).setInputFiles(log);
  await expect(dialog.getByLabel('Altitude')).toHaveValue('171 ft');
  await dialog.getByRole('button', { name: 'Save Flight Data' }).click();
  await expect(dialog.getByRole('button', { name: 'Save Flight Data' })).toBeHidden();
}

for (const [device, screen] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`[COVER-6, COVER-7] the pilot of a near area hands over 92% with a warning, flies the rest, and the client sees 100%, on a ${device}`, async ({
    signedUp,
  }) => {
    const title = `Levee field, seen on a ${device}`;
    // A log with the content of another one would be named as uploaded twice.
    const later = screen === PHONE ? 5 : 0;
    const client = await signedUp(newUser('client', 'Carla Field'), screen);
    const pilot = await signedUp(newUser('pilot', 'Pia Lines'), screen);
    await postField(client, title);
    const id = await acceptNearJob(pilot, title);
    await moveJob(pilot.request, id, 'in-progress');
    await pilot.reload();
    const work = pilot.getByRole('dialog', { name: title });
    await expect(work.getByText(/^0% of 14\.\d acres/)).toBeVisible();
    await addFlight(pilot, title, logOf([30, 70, 110, 154], 1 + later));
    await expect(work.getByText(/^92% of 14\.\d acres \([\d.]+ ha\) flown$/)).toBeVisible();
    await expect(work.getByText('8% not flown')).toBeVisible();
    if (screen === DESKTOP) expect(await accessibilityProblems(pilot)).toEqual([]);

    await work.getByRole('button', { name: 'Mark as Review' }).click();
    const question = pilot.getByRole('alertdialog', { name: 'Hand this job over for review?' });
    await expect(question.getByText('8% of the area not flown')).toBeVisible();
    await question.getByRole('button', { name: 'Mark as Review' }).click();
    await expect(question).toBeHidden();
    await client.goto(`/jobs?job=${id}`);
    const view = client.getByRole('dialog', { name: title });
    await expect(view.getByText('8% not flown')).toBeVisible();
    await expect(
      view.getByRole('img', { name: /^The area from above.+not flown are hatched/ }),
    ).toBeVisible();

    await pilot.goto(`/jobs?job=${id}`);
    // The dialog is complete: a part that appears during a press would move its button away.
    await expect(work.getByText(/^92% of 14\.\d acres/)).toBeVisible();
    await addFlight(pilot, title, logOf([175], 30 + later));
    await expect(view.getByText(/^100% of 14\.\d acres \([\d.]+ ha\) flown$/)).toBeVisible();
    await expect(view.getByText('No gaps')).toBeVisible();
    if (screen === DESKTOP) expect(await accessibilityProblems(client)).toEqual([]);
  });
}
