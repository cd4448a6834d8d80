import { fillJobForm } from '../support/jobs.ts';
import { expect, test } from '../support/test.ts';

const TITLE = 'Riverside parcel survey';
const MAP_SCRIPT = /\/assets\/map[.-]/;

test('[MAP-1, MAP-2, MAP-5] an area is drawn on a map with the mouse, posted, and shown on a map, without a foreign host', async ({
  signedIn,
}) => {
  const page = await signedIn('client');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/jobs');
  await page.getByRole('button', { name: 'Create New Job' }).first().click();
  const form = await fillJobForm(page, TITLE);
  expect(addresses.filter((address) => MAP_SCRIPT.test(address))).toEqual([]);
  await form.getByRole('button', { name: 'Draw on a Map' }).click();
  const map = form.getByRole('application', { name: 'Map' });
  await form.getByLabel('Town or coordinates').fill('30.2672, -97.7431');
  await form.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(form.getByText('1 km (0.621 mi)')).toBeVisible();
  const status = form.getByRole('group', { name: 'Survey Area (optional)' }).getByRole('status');
  await expect(status).toHaveText('No area yet. Three vertices make a polygon.');
  await map.click({ position: { x: 150, y: 100 } });
  await map.click({ position: { x: 250, y: 100 } });
  await expect(status).toHaveText('The new ring has 2 vertices.');
  await map.click({ position: { x: 250, y: 200 } });
  await form.getByRole('button', { name: 'Finish Ring' }).click();
  await expect(status).toHaveText(/acres \(.* ha\), .* center 30\.2\d+° N, 97\.7\d+° W\.$/);
  const text = ((await status.textContent()) ?? '').replace(/\.$/, '');
  await form.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.getByRole('row').filter({ hasText: TITLE }).getByRole('button', { name: /^View/ }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  await expect(dialog.getByText(text)).toBeVisible();
  await dialog.getByRole('button', { name: 'Show on a Map' }).click();
  await expect(dialog.getByRole('application', { name: `Map of the area: ${text}` })).toBeVisible();
  await expect(dialog.getByText('Made with Natural Earth. Towns: GeoNames, CC BY 4.0.')).toBeVisible();
  expect(addresses.filter((address) => MAP_SCRIPT.test(address)).length).toBeGreaterThan(0);
  const own = new URL(page.url()).host;
  expect(
    addresses.filter((address) => !/^(data|blob):/.test(address) && new URL(address).host !== own),
  ).toEqual([]);

  const pilot = await signedIn('pilot');
  const scripts: string[] = [];
  pilot.on('request', (request) => scripts.push(request.url()));
  await pilot.goto('/browse-jobs');
  await expect(pilot.getByText(TITLE).first()).toBeVisible();
  expect(scripts.filter((address) => MAP_SCRIPT.test(address))).toEqual([]);
});
