import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { flightRecordListView, flightRecordView, paths, uploadView } from '@dps/contract';
import { accessibilityProblems } from '../support/accessibility.ts';
import { flightLog } from '../support/files.ts';
import { acceptedJob } from '../support/jobs.ts';
import { expect, test } from '../support/test.ts';

const log = readFileSync(flightLog('airdata.csv'));

/** Logs a flight with its log, and waits until the server has read it. */
async function logFlight(pilot: APIRequestContext, jobId: number): Promise<void> {
  const headers = { origin: new URL(process.env['DPS_URL'] ?? '').origin };
  const record = { jobId, flightNumber: 'FL-001', duration: 3 };
  const logged = await pilot.post(paths.flightRecords(), { data: record, headers });
  const { id: recordId, pilotId } = await flightRecordView.validate(await logged.json());
  const file = {
    purpose: 'flight-log',
    recordId,
    fileName: 'flight.csv',
    fileSize: log.length,
    lastModified: 5,
  };
  const started = await pilot.post(paths.uploads(jobId), { data: file, headers });
  const upload = paths.upload(jobId, (await uploadView.validate(await started.json())).id);
  await pilot.put(`${upload}/parts/1`, {
    data: log,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  await pilot.post(`${upload}/complete`, { headers });
  await expect
    .poll(async () => {
      const records = await pilot.get(paths.pilotFlightRecords(pilotId));
      return (await flightRecordListView.validate(await records.json())).find(({ id }) => id === recordId)
        ?.log?.state;
    })
    .toBe('read');
}

test('[REPORT-1, REPORT-8, REPORT-12] a client shares the evidence of a job by a link that works without an account until it is revoked', async ({
  open,
  signedIn,
}) => {
  const client = await signedIn('client');
  const pilot = await signedIn('pilot');
  const title = 'Quarry, north face';
  const id = await acceptedJob(client.request, pilot.request, title);
  await logFlight(pilot.request, id);

  await client.goto(`/jobs?job=${id}`);
  await client.getByRole('dialog').getByRole('link', { name: 'Evidence Report' }).click();
  const sharing = client.getByRole('region', { name: 'Share this report' });
  await sharing.getByRole('button', { name: 'Create Link' }).click();
  const address = await sharing.getByLabel('Link to the report').inputValue();
  expect(await accessibilityProblems(client)).toEqual([]);

  const reader = await open();
  const response = await reader.goto(address);
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  const sheet = reader.getByRole('region', { name: 'Evidence Report' });
  await expect(sheet).toContainText(hash('sha256', log));
  await expect(sheet).toContainText('Nov 2, 2026, 3:04 PM UTC');
  // Another journey may have uploaded the same sample, which the alert then names too.
  await expect(sheet.getByRole('alert')).toContainText(
    /^Not evidence of the jobFlown .+ before the job was posted/,
  );
  await expect(sheet.getByRole('img', { name: /^The track from above/ })).toBeVisible();
  await expect(sheet).not.toContainText('Skyward');
  expect(await accessibilityProblems(reader)).toEqual([]);

  await sharing.getByRole('button', { name: 'Revoke Link' }).click();
  await expect(client.getByText('The report is no longer shared.')).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('This link does not work')).toBeVisible();
});
