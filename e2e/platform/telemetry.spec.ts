import type { Page } from '@playwright/test';
import { paths, telemetryBody, type TelemetryBody } from '@dps/contract';
import { newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

/** Resolves with the next report that matches, after the server accepts it. */
async function reported(page: Page, matches: (report: TelemetryBody) => boolean): Promise<TelemetryBody> {
  const response = await page.waitForResponse((each) => {
    if (new URL(each.url()).pathname !== paths.telemetry()) return false;
    return matches(telemetryBody.validateSync(each.request().postDataJSON()));
  });
  expect(response.status()).toBe(204);
  return telemetryBody.validateSync(response.request().postDataJSON());
}

test('reports the module and release that did not load', async ({ as }) => {
  const page = await as(newUser('pilot', 'Toni Team'));
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await page.route('**/modules/payments/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  const unavailable = reported(page, ({ loads = [] }) => loads.some(({ module }) => module === 'payments'));
  await page.getByRole('link', { name: 'Payments' }).click();
  const panel = page.getByRole('alert').filter({ hasText: 'Payments' });
  await expect(panel).toBeVisible();
  const version = /Payments (\S+) could not be loaded/.exec((await panel.textContent()) ?? '')?.[1];
  const { loads } = await unavailable;
  expect(loads).toContainEqual(
    expect.objectContaining({ module: 'payments', version, outcome: 'unavailable', count: 1 }),
  );
});

test('reports a failed call with its request id', async ({ as }) => {
  const page = await as(newUser('pilot', 'Rae Read'));
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  const requestIds: (string | undefined)[] = [];
  await page.route(`**${paths.availableJobs()}*`, async (route) => {
    // A real response of the server to an invalid job id, with a request id that is also in its log.
    const response = await route.fetch({ url: new URL(`${paths.jobs()}/none`, page.url()).href });
    requestIds.push(response.headers()['x-request-id']);
    await route.fulfill({ response });
  });
  const failed = reported(page, ({ failures = [] }) => failures.length > 0);
  await page.getByRole('link', { name: 'Browse Available Jobs' }).click();
  const { failures } = await failed;
  expect(failures).toEqual([
    expect.objectContaining({
      module: 'jobs',
      operation: 'available',
      status: 400,
      code: 'validation_failed',
      requestId: expect.stringMatching(/^[\w-]{8,64}$/),
      count: requestIds.length,
    }),
  ]);
  expect(failures?.[0]?.requestId).toBe(requestIds[0]);
});
