import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { EvidenceReportView, ReportedFlight } from '@dps/contract';
import { aClient, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { useRoutes } from '@dps/ui/router';
import { renderInShell } from '@dps/ui/testing';
import FlightDataPage from '../records/FlightDataPage.tsx';
import { squareEvidence, squareTrack } from '../testing/flight-records.ts';
import { areaLines, heightLines } from './report-facts.ts';
import SharedReportPage from './ReportPage.tsx';

const TOKEN = 'pV2Yx0mJr8uK4sQ1nB6dT9wE3hC7aL5gF0zXvN2iMoU';
const ADDRESS = `https://surveys.example/report/${TOKEN}`;

function flight(facts: Partial<ReportedFlight> = {}, height = 100): ReportedFlight {
  const { fileName: _fileName, ...evidence } = squareEvidence(height);
  return {
    id: 1,
    flightNumber: 'FL-001',
    duration: 1,
    altitude: '328 ft',
    coverageArea: '12 acres',
    resolution: null,
    createdAt: '2026-11-02T16:00:00.000Z',
    logState: 'read',
    evidence,
    track: squareTrack(height),
    ...facts,
  };
}
const typed = (logState: ReportedFlight['logState'] = null): ReportedFlight => {
  const {
    evidence: _evidence,
    track: _track,
    ...values
  } = flight({ id: 2, flightNumber: 'FL-002', logState });
  return values;
};
const report = (facts: Partial<EvidenceReportView> = {}): EvidenceReportView => ({
  jobId: 7,
  title: 'Levee scan',
  surveyType: 'Mapping',
  location: 'Denver, CO',
  status: 'paid',
  parties: { client: 'Demo Client', pilot: 'Demo Pilot' },
  postedAt: '2026-10-20T09:00:00.000Z',
  acceptedAt: '2026-10-22T10:30:00.000Z',
  deadline: '2026-11-30T00:00:00.000Z',
  deadlineHasTime: false,
  paidAt: '2026-11-19T12:00:00.000Z',
  flights: [flight(), typed()],
  sharedUntil: null,
  ...facts,
});

function Shared() {
  return useRoutes([{ path: '/report/:token', element: <SharedReportPage /> }]);
}
const showShared = (handlers: Handlers) => renderInShell(<Shared />, { path: `/report/${TOKEN}`, handlers });
const showOwn = (role: 'client' | 'pilot', handlers: Handlers = {}, view = report()) =>
  renderInShell(<FlightDataPage />, {
    user: role === 'client' ? aClient() : aPilot(),
    path: '/flight-data?report=7',
    handlers: { 'GET /api/jobs/7/report': () => view, ...handlers },
  });
const sheet = () => screen.findByRole('region', { name: 'Evidence Report' });
const shared = {
  'GET /api/reports/:token': () => report({ sharedUntil: '2026-12-24T12:00:00.000Z', parties: null }),
};

it('[EVID-17] states why a flight is no evidence of the job, in amber, and counts such flights', async () => {
  const { evidence = squareEvidence() } = flight();
  const early = flight({
    evidence: { ...evidence, warnings: [{ code: 'before-posting', at: '2031-12-01T09:00:00.000Z' }] },
  });
  showOwn('client', {}, report({ flights: [early, typed()] }));
  const page = within(await sheet());
  expect(page.getByText('Not evidence of the job: 1 flight')).toBeTruthy();
  expect(page.getByText('No track')).toBeTruthy();
  const first = within(page.getByRole('region', { name: 'Flight FL-001' }));
  expect(first.getByText('Flown 5 years before the job was posted')).toBeTruthy();
  const tones = first
    .getAllByText('Measured')
    .map((label) => label.closest<HTMLElement>('[data-tone]')?.dataset['tone']);
  expect(tones).toEqual(['yellow', 'yellow']);
});

it('[EVID-16] marks a summary without a track, and does not count its area', async () => {
  const { track: _track, ...rest } = flight();
  const { evidence = squareEvidence() } = rest;
  const figures = { ...evidence.figures, positions: 0, areaSquareMeters: 0 };
  const summary = { ...rest, evidence: { ...evidence, figures } };
  showOwn('client', {}, report({ flights: [summary] }));
  const page = await sheet();
  expect(within(page).getByText(/^Summary from the header of the DJI record, without a track/)).toBeTruthy();
  expect(within(page).getAllByText('From the header')).toHaveLength(2);
  expect(within(page).queryByText(/^The track is not in this report/)).toBeNull();
  expect(areaLines([summary])).toEqual(['No track']);
  expect(heightLines([summary, flight()])).toEqual([
    'Never higher than 400 ft in 2 flights',
    'By the header of the record alone, without a track: 1 flight',
  ]);
});

it('[REPORT-4, COVER-6] has the covered part of the area of the job, and its size', async () => {
  const ring = [
    [-97.745, 30.266],
    [-97.7418, 30.266],
    [-97.7418, 30.269],
    [-97.745, 30.266],
  ];
  const coverage = {
    area: { type: 'Polygon', coordinates: [ring] },
    areaSquareMeters: 100_000,
    coveredSquareMeters: 92_300,
    coveredPercent: 92,
    gaps: [],
    countedFlights: 1,
    assumedCameras: 0,
    uncounted: [],
  } as const;
  showOwn(
    'client',
    {},
    report({ areaSquareMeters: 100_000, coverage: { ...coverage, gaps: [], uncounted: [] } }),
  );
  const text = (await sheet()).textContent;
  expect(text).toContain('Area covered92% of 24.7 acres (10 ha)');
  expect(text).toContain('Area requested24.7 acres (10 ha)');
  const part = within(screen.getByRole('region', { name: 'Coverage' }));
  expect(part.getByText('8% not flown')).toBeTruthy();
  expect(part.getByRole('img', { name: /^The area from above/ })).toBeTruthy();
});

describe('a shared report', () => {
  it('[REPORT-2, REPORT-4, REPORT-5] shows the job, the figures, the complete digest and the track, without a way to share it', async () => {
    showShared(shared);
    const text = (await sheet()).textContent;
    for (const fact of [
      'JobLevee scan#DPS-2024-007',
      'Job locationDenver, CO',
      'PostedOct 20, 2026, 9:00 AM UTC',
      'AcceptedOct 22, 2026, 10:30 AM UTC',
      'DeadlineNov 30, 2026',
      'PaymentPaid Nov 19, 2026, 12:00 PM UTC, receipt 7',
      'Flights2 flights, 2m',
      'Never higher than 400 ft in 1 flight',
      'Without heights: 1 flight',
      'Area covered9.9 acres (4 ha)',
      'Area requestedThe job states no area.',
      'Link expiresDec 24, 2026, 12:00 PM UTC',
      'StartNov 2, 2026, 12:00 PM UTC',
      'Never higher than 400 ft above take-off',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'CameraDJI Phantom 4 Pro, Phantom 4 RTK',
      'LogAirData CSV',
      'The pilot typed these values.',
    ])
      expect(text).toContain(fact);
    expect(screen.getByRole('img', { name: /^The track from above/ })).toBeTruthy();
    expect(screen.getByRole('img', { name: /^The height along the flight/ })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Share this report' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Back to the job' })).toBeNull();
  });

  it.each([
    [null, 'The flight has no log.'],
    ['checking', 'The server is checking the log.'],
    ['refused', 'The log could not be read.'],
  ] as const)('[REPORT-5] says why a flight with the log state %p has no evidence', async (state, reason) => {
    showShared({ 'GET /api/reports/:token': () => report({ flights: [typed(state)] }) });
    expect((await sheet()).textContent).toContain(`The pilot typed these values. ${reason}`);
  });

  it('says that a link has ended', async () => {
    const failure = { code: 'not_found', message: 'Not found', requestId: 'r-3' };
    showShared({ 'GET /api/reports/:token': () => reply(404, failure) });
    expect(await screen.findByText('This link does not work')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });

  it('shows another error, and retries', async () => {
    let fail = true;
    const failure = { code: 'unavailable', message: 'Try again soon.' };
    const { events } = showShared({
      'GET /api/reports/:token': () => (fail ? reply(503, failure) : report()),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Try again soon.');
    fail = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await sheet()).toBeTruthy();
  });
});

describe('the report of a job', () => {
  it('[REPORT-7] is shared by its client, who sees the address once and revokes the link, also after a failure', async () => {
    let fails = true;
    const failure = { code: 'unavailable', message: 'Try again soon.' };
    const { events, calls } = showOwn('client', {
      'POST /api/jobs/7/report/link': () => ({ address: ADDRESS, expiresAt: '2026-12-24T12:00:00.000Z' }),
      'DELETE /api/jobs/7/report/link': () => (fails ? reply(503, failure) : reply(204)),
    });
    const part = within(await screen.findByRole('region', { name: 'Share this report' }));
    await events.click(part.getByRole('button', { name: 'Create Link' }));
    expect((await part.findByLabelText<HTMLInputElement>('Link to the report')).value).toBe(ADDRESS);
    await events.click(part.getByRole('button', { name: 'Revoke Link' }));
    expect((await part.findByRole('alert')).textContent).toContain('Try again soon.');
    expect(part.getByText(/works until Dec 24, 2026/)).toBeTruthy();
    fails = false;
    await events.click(part.getByRole('button', { name: 'Revoke Link' }));
    expect(await screen.findByText('The report is no longer shared.')).toBeTruthy();
    expect(part.queryByLabelText('Link to the report')).toBeNull();
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'DELETE', 'DELETE']);
  });

  it('[REPORT-6] is printed, and not shared, by its pilot', async () => {
    const print = jest.spyOn(globalThis, 'print').mockReturnValue(undefined);
    const { events } = showOwn('pilot');
    expect((await sheet()).textContent).toContain('ClientDemo ClientPilotDemo Pilot');
    expect(screen.getByRole('link', { name: 'Back to the job' }).getAttribute('href')).toBe('/jobs?job=7');
    expect(screen.queryByRole('region', { name: 'Share this report' })).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    print.mockRestore();
  });

  it('says that a job has no flights', async () => {
    showOwn('client', {}, report({ flights: [], paidAt: null, status: 'pending' }));
    const text = (await sheet()).textContent;
    expect(text).toContain('The job has no flights yet.');
    expect(text).toContain('PaymentNot paid');
  });
});

describe('the summary of several flights', () => {
  it.each([
    ['all below', [flight(), flight()], ['Never higher than 400 ft in 2 flights']],
    ['one above', [flight(), flight({}, 152)], ['Higher than 400 ft in 1 of 2 flights']],
    ['without logs', [typed()], ['No log']],
  ])('[REPORT-3] compares the heights with the limit: %s', (_what, flights, lines) => {
    expect(heightLines(flights)).toEqual(lines);
  });

  it('[REPORT-4] adds the areas, and says that they can overlap', () => {
    expect(areaLines([flight(), flight()])).toEqual([
      '19.8 acres (8 ha)',
      'The sum of the flights. Where flights overlap, the area counts twice.',
    ]);
    expect(areaLines([typed()])).toEqual(['No track']);
  });
});
