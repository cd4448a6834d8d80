import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../support/test.ts';
import { MANIFESTS, ROOT } from '../support/files.ts';
import { demoAccount, signIn, newUser } from '../support/users.ts';

test('the built shell contains no module name', () => {
  const assets = path.join(ROOT, 'shell/dist/assets');
  const code = readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(assets, file), 'utf8'))
    .join('\n');
  expect(MANIFESTS.length).toBe(5);
  for (const { name } of MANIFESTS) {
    expect(code).not.toContain(`mfe_${name.replaceAll('-', '_')}`);
    expect(code).not.toContain(`modules/${name}`);
    expect(code).not.toContain(`"${name}.`);
  }
});

test('[MODULE-1] a module loads only when its page is opened', async ({ as }) => {
  const page = await as(newUser('pilot', 'Lee Lazy'));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  expect(requests.filter((each) => each.startsWith('/modules/payments/'))).toEqual([]);
  await page.getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
  expect(requests.some((each) => each.startsWith('/modules/payments/'))).toBe(true);
});

test('[MODULE-3] a module without files leaves the others usable and recovers on Retry', async ({ as }) => {
  const page = await as(newUser('pilot', 'Robin Rest'));
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.route('**/modules/payments/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('link', { name: 'Payments' }).click();
  const panel = page.getByRole('alert').filter({ hasText: 'Payments' });
  await expect(panel).toBeVisible();
  await page.getByRole('link', { name: 'Flight Data' }).click();
  await expect(page.getByRole('heading', { name: 'Flight Data', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Payments' }).click();
  await expect(panel).toBeVisible();
  await page.unroute('**/modules/payments/**');
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
});

test('a widget without its module shows an error inside its dialog', async ({ open }) => {
  const page = await open();
  await signIn(page.request, demoAccount('client'));
  await page.route('**/modules/flight-data/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto('/');
  const job = page
    .getByRole('table', { name: 'Your Posted Jobs' })
    .getByRole('row')
    .filter({ hasText: 'Completed' });
  await job.first().getByRole('button', { name: 'View', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Flight Data');
  await expect(dialog.getByText('Survey Type')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
});
