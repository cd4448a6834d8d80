import { flightRecordView, measureTrack, paths } from '@dps/contract';
import { accessibilityProblems } from '../support/accessibility.ts';
import { acceptedJob } from '../support/jobs.ts';
import { expect, test } from '../support/test.ts';

const track = {
  longitudes: [-97.7, -97.7, -97.698, -97.698, -97.7],
  latitudes: [30.6, 30.6, 30.6, 30.602, 30.602],
  heights: [0, 100, 100, 100, 100],
  seconds: [0, 20, 60, 110, 150],
};
const evidence = {
  format: 'airdata-csv',
  fileName: 'flight.csv',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  heightReference: 'take-off',
  camera: null,
  figures: { ...measureTrack(track), positions: 5, startedAt: '2026-11-02T15:04:05.000Z' },
  track,
};

test('[REPORT-1, REPORT-8, REPORT-12] a client shares the evidence of a job by a link that works without an account until it is revoked', async ({
  open,
  signedIn,
}) => {
  const client = await signedIn('client');
  const pilot = await signedIn('pilot');
  const title = 'Quarry, north face';
  const id = await acceptedJob(client.request, pilot.request, title);
  const logged = await pilot.request.post(paths.flightRecords(), {
    data: { jobId: id, flightNumber: 'FL-001', duration: 3, evidence },
    headers: { origin: new URL(process.env['DPS_URL'] ?? '').origin },
  });
  await flightRecordView.validate(await logged.json());

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
  await expect(sheet).toContainText(evidence.sha256);
  await expect(sheet).toContainText('Nov 2, 2026, 3:04 PM UTC');
  await expect(sheet.getByRole('alert')).toContainText(
    /^Not evidence of the jobFlown .+ before the job was posted$/,
  );
  await expect(sheet.getByRole('img', { name: /^The track from above/ })).toBeVisible();
  await expect(sheet).not.toContainText('Skyward');
  expect(await accessibilityProblems(reader)).toEqual([]);

  await sharing.getByRole('button', { name: 'Revoke Link' }).click();
  await expect(client.getByText('The report is no longer shared.')).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('This link does not work')).toBeVisible();
});
