import { screen, within } from '@testing-library/react';
import { reply } from '@dps/contract/testing';
import { findButton, showPilotJob } from '../../testing/show-pilot-job.tsx';
import { assignedJob } from '../../testing/samples.ts';

const AREA = { type: 'Polygon', coordinates: [] } as const;
const covered = (coveredPercent: number) => ({
  area: AREA,
  areaSquareMeters: 100_000,
  coveredSquareMeters: coveredPercent * 1000,
  coveredPercent,
  gaps: [],
  countedFlights: 1,
  assumedCameras: 0,
  uncounted: [],
});

/** Opens the question before a job is handed over. */
async function openChecklist(coverage: () => unknown) {
  const job = assignedJob({ status: 'in-progress', areaSquareMeters: 100_000 });
  const shell = showPilotJob(job, { 'GET /api/jobs/:id/coverage': coverage });
  await shell.events.click(await findButton('Mark as Review'));
  return within(await screen.findByRole('alertdialog', { name: 'Hand this job over for review?' }));
}

it('[COVER-7] warns before the work is handed over that a part of the area is not flown', async () => {
  const question = await openChecklist(() => covered(92));
  expect(await question.findByText('92% of 24.7 acres (10 ha)')).toBeTruthy();
  expect(within(question.getByRole('note')).getByText('8% of the area not flown')).toBeTruthy();
  expect(question.getByRole('button', { name: 'Mark as Review' })).toHaveProperty('disabled', false);
});

it('[COVER-7] does not warn about a covered area', async () => {
  const all = await openChecklist(() => covered(100));
  expect(await all.findByText('100% of 24.7 acres (10 ha)')).toBeTruthy();
  expect(all.queryByText(/not flown/)).toBeNull();
});

it('[COVER-7] leaves out a coverage that cannot be read', async () => {
  const failure = { code: 'unavailable', message: 'Busy', requestId: 'r-1' };
  const question = await openChecklist(() => reply(503, failure));
  expect(await question.findByText('Flight records')).toBeTruthy();
  expect(question.queryByText('Area flown')).toBeNull();
});
