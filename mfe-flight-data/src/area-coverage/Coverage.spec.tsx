import { screen, waitFor } from '@testing-library/react';
import type { JobArea, JobCoverageView } from '@dps/contract';
import { reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import JobCoverage from '../widgets/JobCoverage.tsx';

const AREA: JobArea = {
  type: 'Polygon',
  coordinates: [
    [
      [-97.745, 30.266],
      [-97.7418, 30.266],
      [-97.7418, 30.269],
      [-97.745, 30.269],
      [-97.745, 30.266],
    ],
  ],
};
const GAP = [
  [-97.745, 30.2687],
  [-97.7418, 30.2687],
  [-97.7418, 30.269],
  [-97.745, 30.269],
  [-97.745, 30.2687],
];
const coverage = (facts: Partial<JobCoverageView> = {}): JobCoverageView => ({
  area: AREA,
  areaSquareMeters: 100_000,
  coveredSquareMeters: 92_300,
  coveredPercent: 92,
  gaps: [GAP],
  countedFlights: 1,
  assumedCameras: 0,
  uncounted: [],
  ...facts,
});
const show = (handler: () => unknown) =>
  renderInShell(<JobCoverage jobId={7} />, { handlers: { 'GET /api/jobs/7/coverage': handler } });

it('[COVER-6] shows the covered part with its gaps, and explains the method to the keyboard', async () => {
  const { events, container } = show(() => coverage());
  expect(await screen.findByText('92% of 24.7 acres (10 ha) flown')).toBeTruthy();
  expect(screen.getByText('8% not flown')).toBeTruthy();
  expect(screen.getByRole('img', { name: /^The area from above.+92% of 24\.7 acres/ })).toBeTruthy();
  expect(container.querySelector('[data-part="gap"]')?.getAttribute('d')).toMatch(/^M-?[\d.]+ /);
  await events.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'About Coverage' }));
  const tooltip = await screen.findByRole('tooltip');
  expect(tooltip.textContent).toContain('straight down over flat ground');
});

it('[COVER-6] says that there are no gaps, which camera is assumed, and which flights do not count', async () => {
  const uncounted = [
    { flightNumber: 'FL-2', reason: 'checking' },
    { flightNumber: 'FL-3', reason: 'no-heights' },
    { flightNumber: 'FL-4', reason: 'no-heights' },
    { flightNumber: 'FL-5', reason: 'a later reason' },
  ];
  const { container } = show(() => coverage({ coveredPercent: 100, gaps: [], assumedCameras: 1, uncounted }));
  expect(await screen.findByText('No gaps')).toBeTruthy();
  for (const note of [
    '1 flight has an unknown camera. A field of view of 60° by 45° is assumed.',
    'Not counted yet, because the server checks the log: FL-2',
    'Not counted, because the log has no heights: FL-3, FL-4',
    'Not counted: FL-5',
  ])
    expect(screen.getByText(note)).toBeTruthy();
  expect(container.querySelector('[data-part="gap"]')).toBeNull();
});

it('[COVER-6] says that there are no flights, without a drawing', async () => {
  show(() => coverage({ coveredPercent: 0, countedFlights: 0 }));
  expect(await screen.findByText('The job has no flights yet.')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByText('100% not flown')).toBeNull();
});

it('shows nothing for a job without an area, and retries after a failure', async () => {
  let fail = true;
  const failure = { code: 'internal', message: 'No', requestId: 'r-1' };
  const { events, container } = show(() =>
    fail ? reply(500, failure) : coverage({ area: null, areaSquareMeters: 0 }),
  );
  const retry = await screen.findByRole('button', { name: /Retry|Try again/i });
  fail = false;
  await events.click(retry);
  await waitFor(() => expect(container.textContent).toBe(''));
});
