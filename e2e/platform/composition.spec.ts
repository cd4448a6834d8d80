import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { paths, telemetryBody, type TelemetryBody } from '@dps/contract';
import { expect, test } from '../support/test.ts';
import { MANIFESTS, ROOT } from '../support/files.ts';
import { newUser } from '../support/users.ts';

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

/** Resolves with the next report that matches, after the server accepts it. */
async function reported(page: Page, matches: (report: TelemetryBody) => boolean): Promise<TelemetryBody> {
  const response = await page.waitForResponse((each) => {
    if (new URL(each.url()).pathname !== paths.telemetry()) return false;
    return matches(telemetryBody.validateSync(each.request().postDataJSON()));
  });
  expect(response.status()).toBe(204);
  return telemetryBody.validateSync(response.request().postDataJSON());
}

test('[MODULE-1, MODULE-3] a module loads when its page is opened; without its files, others work, and Retry recovers', async ({
  as,
}) => {
  const page = await as(newUser('pilot', 'Robin Rest'));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  expect(requests.filter((each) => each.startsWith('/modules/payments/'))).toEqual([]);
  await page.route('**/modules/payments/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  const unavailable = reported(page, ({ loads = [] }) => loads.some(({ module }) => module === 'payments'));
  await page.getByRole('link', { name: 'Payments' }).click();
  const panel = page.getByRole('alert').filter({ hasText: 'Payments' });
  await expect(panel).toBeVisible();
  const version = /Payments (\S+) could not be loaded/.exec((await panel.textContent()) ?? '')?.[1];
  expect((await unavailable).loads).toContainEqual(
    expect.objectContaining({ module: 'payments', version, outcome: 'unavailable', count: 1 }),
  );
  await page.getByRole('link', { name: 'Flight Data' }).click();
  await expect(page.getByRole('heading', { name: 'Flight Data', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Payments' }).click();
  await expect(panel).toBeVisible();
  await page.unroute('**/modules/payments/**');
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
});
