import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { EvidenceWarning } from '@dps/contract';
import { aFlightRecord, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import Evidence from './Evidence.tsx';
import { squareEvidence, squareTrack } from '../testing/flight-records.ts';

const TRACK = 'GET /api/flight-data/1/track';

function show(evidence = squareEvidence(), handlers: Handlers = { [TRACK]: () => squareTrack() }) {
  const record = aFlightRecord({ duration: 1, altitude: '328 ft', coverageArea: '12 acres', evidence });
  return renderInShell(<Evidence record={record} evidence={evidence} trackAtOnce={false} />, { handlers });
}

const trackButton = (label: string) => screen.getByRole('button', { name: `${label} of flight FL-001` });
const drawing = { name: /^The track from above/ };

/** Returns the definitions of a term. */
const fact = (term: string) =>
  within(screen.getByText(term).parentElement ?? document.body)
    .getAllByRole('definition')
    .map((each) => each.textContent);

afterEach(() => void jest.useRealTimers());

describe('the evidence of a record', () => {
  it('[EVID-3, EVID-4] marks measured and typed values, and shows the values and the file of the log', () => {
    show();
    expect(fact('Duration')).toEqual(['1m', 'Measured']);
    expect(fact('Altitude')).toEqual(['328 ft', 'Measured']);
    expect(fact('Coverage Area')).toEqual(['12 acres', 'Typed', 'The log says 9.9 acres']);
    expect(fact('Resolution')).toEqual(['Not recorded', 'Computed from height and camera: 2.7 cm/pixel']);
    expect(fact('Log')).toEqual(['AirData CSV, square.csv']);
    expect(fact('SHA-256')).toEqual(['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855']);
    expect(fact('Camera')).toEqual(['DJI Phantom 4 Pro, Phantom 4 RTK']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  const tonesOfMarks = () =>
    [...screen.getAllByText('Measured'), screen.getByText('Never higher than 400 ft above take-off')].map(
      (label) => label.closest<HTMLElement>('[data-tone]')?.dataset['tone'],
    );

  it('marks the values of a log in green', () => {
    show();
    expect(tonesOfMarks()).toEqual(['green', 'green', 'green']);
  });

  // The flight starts on 2 November 2026 at 12:00 UTC.
  it.each<[string, EvidenceWarning]>([
    ['Flown 5 years before the job was posted', { code: 'before-posting', at: '2031-12-01T09:00:00.000Z' }],
    ['Flown 1 minute before the job was posted', { code: 'before-posting', at: '2026-11-02T12:01:59.999Z' }],
    [
      'Flown 23 hours before the pilot accepted the job',
      { code: 'before-acceptance', at: '2026-11-03T11:59:00.000Z' },
    ],
    ['Flown 2 months after the deadline', { code: 'after-deadline', at: '2026-09-01T00:00:00.000Z' }],
    ['The log was already uploaded with another flight', { code: 'log-used-before' }],
    [
      'The log was already uploaded with flight FL-007 of job #DPS-2024-012',
      { code: 'log-used-before', jobId: 12, flightNumber: 'FL-007' },
    ],
    ['The pilot has another flight at the same time: in another job', { code: 'overlapping-flight' }],
    [
      'The pilot has another flight at the same time: flight FL-007 of job #DPS-2024-012',
      { code: 'overlapping-flight', jobId: 12, flightNumber: 'FL-007' },
    ],
    ['Flown 3.1 mi (5 km) from the area of the job', { code: 'away-from-area', meters: 5000 }],
    ['The log is incomplete: a part of the flight is missing', { code: 'incomplete-log' }],
    ['The log does not belong to the job', { code: 'a-newer-reason' }],
  ])('[EVID-17, EVID-19, EVID-34] states in amber: %s', (sentence, warning) => {
    show(squareEvidence(100, { warnings: [warning] }));
    const notice = within(screen.getByRole('alert'));
    expect(notice.getByText('Not evidence of the job')).toBeTruthy();
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([sentence]);
    expect(tonesOfMarks()).toEqual(['yellow', 'yellow', 'yellow']);
  });

  it.each([
    ['Along the track without small jumps', {}],
    ['Along all positions of the log', { distanceSource: 'positions' as const }],
    ['As the app of the drone has counted it', { distanceSource: 'log' as const }],
    ['Movements below 8 ft (2 m) do not count', { smallestMoveMeters: 2.4 }],
  ])('[EVID-5] explains how the distance is counted: %s', async (text, counted) => {
    const evidence = squareEvidence();
    show({ ...evidence, figures: { ...evidence.figures, ...counted } });
    jest.useFakeTimers();
    fireEvent.mouseOver(screen.getByRole('button', { name: 'About Distance' }));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByRole('tooltip').textContent).toContain(text);
  });

  it('[EVID-16] marks a summary without a track as such', () => {
    const evidence = squareEvidence(100, { fileFormat: 'dji-txt' });
    const { figures } = evidence;
    show({
      ...evidence,
      figures: { ...figures, positions: 0, areaSquareMeters: 0, secondsAboveLimit: null, distanceMeters: 0 },
    });
    expect(fact('Duration')).toEqual(['1m', 'From the header']);
    expect(fact('Distance')).toEqual(['Not in the log']);
    expect(fact('Log')).toEqual(['DJI flight record, square.csv']);
    expect(screen.getByRole('alert').textContent).toContain('Summary from the header of the DJI record');
    expect(screen.queryByRole('button', { name: /Track/ })).toBeNull();
  });

  it('[EVID-5] draws the track and the heights with labels, and shows them as a table', async () => {
    const { events } = show();
    await events.click(trackButton('Show Track'));
    const image = await screen.findByRole('img', {
      name: /^The track from above.* within 9.9 acres \(4 ha\)\.$/,
    });
    // Printed, a square of length zero is invisible.
    expect(image.querySelector('[data-part="end"]')?.getAttribute('d')).toMatch(/h\.01$/);
    expect(screen.getByRole('img', { name: /at most 328 ft \(100 m\) above take-off\.$/ })).toBeTruthy();
    await events.click(screen.getByText('Track as a table'));
    const rows = within(screen.getByRole('region', { name: 'Track as a table' })).getAllByRole('row');
    expect(rows).toHaveLength(26);
    expect(rows[1]?.textContent).toBe('0:000 ft39.28000-76.60000');
  });

  it('[EVID-6] warns about a flight above the limit, with its height and duration', async () => {
    const { events } = show(squareEvidence(152.4), { [TRACK]: () => squareTrack(152.4) });
    const flag = screen.getByRole('alert').textContent;
    expect(flag).toContain('Higher than 400 ft: up to 500 ft (152 m) above take-off');
    expect(flag).toContain('For 44s, 73% of the flight.');
    expect(flag).toContain('14 CFR 107.51');
    await events.click(trackButton('Show Track'));
    expect(await screen.findByText(/Parts higher than 400 ft are drawn thick/)).toBeTruthy();
  });

  it.each([
    ['gpx', 'GPX'],
    ['a-newer-format', 'a-newer-format'],
  ])('names the format of a file: %s', (fileFormat, name) => {
    show({ ...squareEvidence(), fileFormat });
    expect(fact('Log')).toEqual([`${name}, square.csv`]);
  });

  it('shows that a log has no heights and no date, and how many positions were left out', () => {
    const evidence = squareEvidence();
    const none = { startedAt: null, maxHeightMeters: null, secondsAboveLimit: null, skippedPositions: 1200 };
    const figures = { ...evidence.figures, ...none };
    show({ ...evidence, figures, heightReference: null });
    expect(screen.getByText('The log has no heights that can be measured')).toBeTruthy();
    expect(fact('Start')).toEqual(['No plausible date in the log']);
    expect(fact('Positions')).toEqual([expect.stringMatching(/, 1,200 left out$/)]);
  });
});

describe('the track of a record', () => {
  it('[EVID-9] loads when the user shows it, once, and can be hidden', async () => {
    const response = Promise.withResolvers<unknown>();
    const { calls, events } = show(squareEvidence(), { [TRACK]: () => response.promise });
    expect(calls).toEqual([]);
    await events.click(trackButton('Show Track'));
    expect(screen.getByRole('status').textContent).toContain('Loading track...');
    response.resolve(squareTrack());
    expect(await screen.findByRole('img', drawing)).toBeTruthy();
    await events.click(trackButton('Hide Track'));
    expect(screen.queryByRole('img', drawing)).toBeNull();
    await events.click(trackButton('Show Track'));
    expect(screen.getByRole('img', drawing)).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('[EVID-9] shows an error, and retries on demand', async () => {
    const failure = { code: 'unavailable', message: 'Try again soon.', requestId: 'r-1' };
    let fails = true;
    const track = () => (fails ? reply(503, failure) : squareTrack());
    const { events } = show(squareEvidence(), { [TRACK]: track });
    await events.click(trackButton('Show Track'));
    expect((await screen.findByRole('alert')).textContent).toContain('Try again soon.');
    fails = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', drawing)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('explains to an earlier pilot of the job that it is hidden', async () => {
    const { events } = show(squareEvidence(), {
      [TRACK]: () => reply(404, { code: 'not_found', message: 'Not found.' }),
    });
    await events.click(trackButton('Show Track'));
    expect((await screen.findByRole('alert')).textContent).toContain('You can no longer view this track');
  });
});
