import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formatInstantDay, localDay } from '@dps/contract';
import { aClient, aFlightRecord, aJob, aPilot, reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { squareEvidence, squareTrack } from '../testing/flight-records.ts';
import FlightDataPage from './FlightDataPage.tsx';

const roof = aJob({ id: 7, title: 'Roof inspection', location: 'Denver, CO', pilotId: 1 });
const full = aFlightRecord({
  id: 4,
  jobId: 7,
  flightNumber: 'FL-104',
  duration: 95,
  altitude: '400 ft',
  coverageArea: '10 acres',
  resolution: '2cm/pixel',
  notes: 'Gusts in the afternoon',
});
const bare = aFlightRecord({ id: 5, jobId: 7, flightNumber: 'FL-105', duration: 30 });

type Flight = ReturnType<typeof aFlightRecord>;
const handlers = (...records: Flight[]) => ({
  'GET /api/flight-data/pilot/1': () => records,
  'GET /api/jobs/pilot/1': () => [roof],
});
const show = (...records: Flight[]) =>
  renderInShell(<FlightDataPage />, { user: aPilot(), handlers: handlers(...records) });

/** Records the names and contents of saved files. */
function watchDownloads() {
  const saved: { name: string; blob: Blob | undefined }[] = [];
  let offered: Blob | undefined;
  URL.createObjectURL = (blob) => {
    offered = blob instanceof Blob ? blob : undefined;
    return 'blob:test';
  };
  const noticeLink = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement) || !event.target.download) return;
    event.preventDefault();
    saved.push({ name: event.target.download, blob: offered });
  };
  document.addEventListener('click', noticeLink);
  return { saved, stop: () => document.removeEventListener('click', noticeLink) };
}

/** Reads a saved file; jsdom has no `Blob.text`. */
function textOf(blob: Blob | undefined): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    if (blob) reader.readAsText(blob);
  });
}

const figure = (name: string) =>
  screen.getByRole('group', { name }).querySelector('p:last-child')?.textContent;
const exporting = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export All' });
const unavailable = () => reply(503, { code: 'unavailable', message: 'Try again soon.', requestId: 'r-1' });

afterEach(() => void jest.useRealTimers());

describe('the flight data page', () => {
  it('[FLIGHT-44] shows the job of each record, and those of a chosen job, which the address keeps', async () => {
    const other = aFlightRecord({ id: 6, jobId: 8, flightNumber: 'FL-106' });
    const { events, location } = show(full, bare, other);
    const flights = () => screen.getAllByRole('row').flatMap((row) => /FL-\d+/.exec(row.textContent) ?? []);
    expect((await screen.findByRole('row', { name: /FL-104/ })).textContent).toContain(
      'FL-104Roof inspection',
    );
    expect(screen.getByRole('row', { name: /FL-106/ }).textContent).toContain('FL-106Job 8');
    expect(flights()).toHaveLength(3);
    await events.click(screen.getByRole('combobox', { name: 'Job' }));
    await events.click(screen.getByRole('option', { name: 'Roof inspection' }));
    expect(flights()).toEqual(['FL-104', 'FL-105']);
    expect(location()).toContain('job=7');
    await events.click(screen.getByRole('combobox', { name: 'Job' }));
    await events.click(screen.getByRole('option', { name: 'All Jobs' }));
    expect(flights()).toHaveLength(3);
  });

  it('[EVID-17, FLIGHT-1, FLIGHT-2, FLIGHT-5, FLIGHT-7, FLIGHT-8, FLIGHT-9, FLIGHT-34, FLIGHT-36, FLIGHT-41] shows the totals and the records', async () => {
    show({ ...full, evidence: squareEvidence(100, { warnings: [{ code: 'overlapping-flight' }] }) }, bare);
    const cells = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    const [, date, ...values] = cells(await screen.findByRole('row', { name: /FL-104/ }));
    expect(date).toContain(`${formatInstantDay(full.createdAt)}Flown Nov 2, 2026`);
    expect(values.slice(0, 4)).toEqual(['10 acres', '1h 35m', '400 ft', '2cm/pixelComputed: 2.7 cm/pixel']);
    const mark = screen.getByText('Not evidence of the job').closest<HTMLElement>('[data-tone]');
    expect(mark?.dataset['tone']).toBe('yellow');
    const uploaded = formatInstantDay(bare.createdAt);
    const bareCells = cells(screen.getByRole('row', { name: /FL-105/ })).slice(1, 6);
    expect(bareCells).toEqual([uploaded, 'Not specified', '30m', 'N/A', 'Not recorded']);
    expect(screen.getByRole('heading', { name: 'Flight Data', level: 1 })).toBeTruthy();
    expect(screen.getByText('Manage and view your drone flight records')).toBeTruthy();
    const table = within(screen.getByRole('table', { name: 'Flight Records' }));
    expect(table.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'Flight Number',
      'Date',
      'Coverage Area',
      'Duration',
      'Altitude',
      'Resolution',
      'Actions',
    ]);
    expect(figure('Total Flights')).toBe('2');
    expect(figure('Flight Hours')).toBe('2h 5mFrom your flight records');
    expect(figure('Coverage Areas')).toBe('2');
    expect(figure('Avg Resolution')).toBe('1 recorded');
    jest.useFakeTimers();
    fireEvent.mouseOver(screen.getByRole('button', { name: 'About Avg Resolution' }));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByRole('tooltip')).toBeTruthy();
  });

  it('[FLIGHT-32] opens an empty upload form after Cancel', async () => {
    const { events } = show(full);
    const open = () => events.click(screen.getByRole('button', { name: 'Upload Data' }));
    await open();
    await events.click(await screen.findByLabelText('Notes'));
    await events.paste('Gusts');
    await events.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await open();
    expect(screen.getByLabelText('Notes')).toHaveProperty('value', '');
    expect(screen.queryByText(/^Draft restored/)).toBeNull();
  });

  it('[FLIGHT-18, FLIGHT-19] offers the upload when there are no records, and nothing to export', async () => {
    const { saved, stop } = watchDownloads();
    const { events } = show();
    expect(await screen.findByText('No Flight Data')).toBeTruthy();
    expect(screen.getByText('Upload your first flight data to get started')).toBeTruthy();
    await events.click(exporting());
    expect(await screen.findByText('No flight data to export')).toBeTruthy();
    expect(saved).toEqual([]);
    stop();
    await events.click(screen.getByRole('button', { name: 'Upload Flight Data' }));
    expect(await screen.findByRole('dialog', { name: 'Upload Flight Data' })).toBeTruthy();
  });

  it('[FLIGHT-17] shows all fields of a record, with its job, its evidence and its track', async () => {
    const { events } = renderInShell(<FlightDataPage />, {
      user: aPilot(),
      handlers: {
        ...handlers({ ...full, evidence: squareEvidence() }, bare),
        [`GET /api/flight-data/${full.id}/track`]: () => squareTrack(),
      },
    });
    await events.click(await screen.findByRole('button', { name: 'View flight FL-104' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Flight FL-104' }));
    expect(await dialog.findByText('Roof inspection - Denver, CO')).toBeTruthy();
    expect(dialog.getByText('Gusts in the afternoon')).toBeTruthy();
    expect(await dialog.findByText('Evidence')).toBeTruthy();
    expect(await dialog.findByRole('img', { name: /^The track from above/ })).toBeTruthy();
    await events.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog', { name: 'Flight FL-104' })).toBeNull();
  });

  it('[FLIGHT-10, FLIGHT-15, FLIGHT-16] saves one record as JSON, and all records as CSV and JSON', async () => {
    const { saved, stop } = watchDownloads();
    const { events } = show(full, bare);
    await events.click(await screen.findByRole('button', { name: 'Download flight FL-104' }));
    expect(screen.getByText('Download Started')).toBeTruthy();
    await events.click(exporting());
    await events.click(screen.getByRole('button', { name: 'Choose the file to export' }));
    await events.click(screen.getByRole('menuitem', { name: 'All flights as JSON' }));
    stop();
    const today = localDay(new Date());
    expect(saved.map(({ name }) => name)).toEqual([
      `flight-FL-104-${localDay(new Date(full.createdAt))}.json`,
      `flight-data-${today}.csv`,
      `flight-data-${today}.json`,
    ]);
    const [one = '', table = '', all = ''] = await Promise.all(saved.map(({ blob }) => textOf(blob)));
    expect(JSON.parse(one)).toMatchObject({ duration: '95 minutes', jobId: 7 });
    expect(table.split('\r\n')).toHaveLength(4);
    expect(JSON.parse(all)).toMatchObject([
      { flightNumber: 'FL-104' },
      { flightNumber: 'FL-105', altitude: 'Not recorded' },
    ]);
  });

  it('opens the record in the URL', async () => {
    const { events, location } = renderInShell(<FlightDataPage />, {
      user: aPilot(),
      handlers: handlers(full, bare),
      path: '/flight-data?record=5',
    });
    const dialog = await screen.findByRole('dialog', { name: 'Flight FL-105' });
    await events.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location()).toBe('/flight-data');
  });

  it('shows an error, and retries on demand', async () => {
    let fails = true;
    const { events } = renderInShell(<FlightDataPage />, {
      user: aPilot(),
      handlers: { ...handlers(), 'GET /api/flight-data/pilot/1': () => (fails ? unavailable() : [full]) },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Try again soon.');
    fails = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /FL-104/ })).toBeTruthy();
  });

  it('[FLIGHT-3] shows a spinner and the shape of the list while the records load', async () => {
    const records = Promise.withResolvers<unknown>();
    renderInShell(<FlightDataPage />, {
      user: aPilot(),
      handlers: { ...handlers(), 'GET /api/flight-data/pilot/1': () => records.promise },
    });
    expect(await screen.findByRole('progressbar', { name: 'Loading flight data...' })).toBeTruthy();
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('Loading flight data...');
    expect(status.querySelectorAll('[data-shape="rows"] > div')).toHaveLength(4);
    records.resolve([full]);
    expect(await screen.findByRole('row', { name: /FL-104/ })).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('[ROUTE-3, FLIGHT-20] explains to a client that pilots upload', async () => {
    const { events } = renderInShell(<FlightDataPage />, {
      user: aClient(),
      handlers: { 'GET /api/flight-data/pilot/2': () => [] },
    });
    expect(await screen.findByText('No Flight Data')).toBeTruthy();
    for (const name of ['Upload Data', 'Upload Flight Data']) {
      await events.click(screen.getByRole('button', { name }));
      const dialog = within(screen.getByRole('dialog', { name: 'Upload Flight Data' }));
      expect(dialog.getByText(/^Pilots upload flight data/)).toBeTruthy();
      expect(dialog.queryByRole('textbox')).toBeNull();
      expect(dialog.getByRole('link', { name: 'View Your Jobs' }).getAttribute('href')).toBe('/jobs');
      await events.click(dialog.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });
});
