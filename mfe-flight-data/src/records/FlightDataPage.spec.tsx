import { screen, waitFor, within } from '@testing-library/react';
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

const handlers = (...records: ReturnType<typeof aFlightRecord>[]) => ({
  'GET /api/flight-data/pilot/1': () => records,
  'GET /api/jobs/pilot/1': () => [roof],
});
const show = (...records: ReturnType<typeof aFlightRecord>[]) =>
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

describe('the flight data page', () => {
  it('[FLIGHT-42] shows the figures and the newest records while all records load', async () => {
    const list = Promise.withResolvers<unknown>();
    renderInShell(<FlightDataPage />, {
      user: aPilot(),
      handlers: {
        'GET /api/flight-data/pilot/1': () => list.promise,
        'GET /api/flight-data/pilot/:id/summary': () => ({
          flights: 700,
          minutes: 6000,
          coverageAreas: 3,
          withResolution: 2,
          first: [bare],
        }),
      },
    });
    await screen.findByRole('row', { name: /FL-105/ });
    expect(screen.getByRole('group', { name: 'Total Flights' }).textContent).toContain('700');
    expect(screen.getByText('Loading more flights...')).toBeTruthy();
    const exporting = screen.getByRole<HTMLButtonElement>('button', { name: 'Export All' });
    expect(exporting.disabled).toBe(true);
    list.resolve([bare, full]);
    await screen.findByRole('row', { name: /FL-104/ });
    expect(screen.getByRole('group', { name: 'Total Flights' }).textContent).toContain('2');
    expect(screen.queryByText('Loading more flights...')).toBeNull();
    expect(exporting.disabled).toBe(false);
  });

  it('[FLIGHT-1, FLIGHT-2, FLIGHT-8] shows the header and the columns', async () => {
    show(full);
    await screen.findByRole('row', { name: /FL-104/ });
    expect(screen.getByRole('heading', { name: 'Flight Data', level: 1 })).toBeTruthy();
    expect(screen.getByText('Manage and view your drone flight records')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload Data' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export All' })).toBeTruthy();
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
  });

  it('[FLIGHT-32] opens an empty upload form after Cancel', async () => {
    const { events } = show(full);
    const open = () => events.click(screen.getByRole('button', { name: 'Upload Data' }));
    await open();
    await events.type(await screen.findByLabelText('Notes'), 'Gusts');
    await events.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await open();
    expect(screen.getByLabelText('Notes')).toHaveProperty('value', '');
    expect(screen.queryByText(/^Draft restored/)).toBeNull();
  });

  it('[FLIGHT-5, FLIGHT-7, FLIGHT-36] shows the totals and the records', async () => {
    show(full, bare);
    const row = await screen.findByRole('row', { name: /FL-104/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(2, 6)
        .map((cell) => cell.textContent),
    ).toEqual(['10 acres', '1h 35m', '400 ft', '2cm/pixel']);
    const figure = (name: string) =>
      screen.getByRole('group', { name }).querySelector('p:last-child')?.textContent;
    expect(figure('Total Flights')).toBe('2');
    expect(figure('Flight Hours')).toBe('2h 5mFrom your flight records');
    expect(figure('Coverage Areas')).toBe('2');
    expect(figure('Avg Resolution')).toBe('1 recorded');
  });

  it('[FLIGHT-41] shows the day of a flight below the day of its upload', async () => {
    show({ ...full, evidence: squareEvidence() }, bare);
    const day = (row: HTMLElement) => within(row).getAllByRole('cell')[1]?.textContent;
    const uploaded = formatInstantDay(full.createdAt);
    expect(day(await screen.findByRole('row', { name: /FL-104/ }))).toBe(`${uploaded}Flown Nov 2, 2026`);
    expect(screen.queryByText('Flown before the job was posted')).toBeNull();
    expect(day(screen.getByRole('row', { name: /FL-105/ }))).toBe(formatInstantDay(bare.createdAt));
  });

  it('[EVID-17] marks a flight from before its job', async () => {
    show({ ...full, evidence: squareEvidence(100, { flownBeforeJob: true }) }, bare);
    const row = within(await screen.findByRole('row', { name: /FL-104/ }));
    expect(
      row.getByText('Flown before the job was posted').closest<HTMLElement>('[data-tone]')?.dataset['tone'],
    ).toBe('yellow');
    expect(screen.getAllByText('Flown before the job was posted')).toHaveLength(1);
  });

  it('[FLIGHT-9] shows placeholders for missing values', async () => {
    show(bare);
    const row = await screen.findByRole('row', { name: /FL-105/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(2, 6)
        .map((cell) => cell.textContent),
    ).toEqual(['Not specified', '30m', 'N/A', 'Not recorded']);
  });

  it('[FLIGHT-34] explains each figure in a tooltip', async () => {
    const { events } = show(full);
    await screen.findByRole('row', { name: /FL-104/ });
    await events.hover(screen.getByRole('button', { name: 'About Avg Resolution' }));
    expect(await screen.findByRole('tooltip')).toBeTruthy();
  });

  it('[FLIGHT-18, FLIGHT-19] offers the upload when there are no records', async () => {
    const { events } = show();
    expect(await screen.findByText('No Flight Data')).toBeTruthy();
    expect(screen.getByText('Upload your first flight data to get started')).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Upload Flight Data' }));
    expect(await screen.findByRole('dialog', { name: 'Upload Flight Data' })).toBeTruthy();
  });

  it('[FLIGHT-17] shows all fields of a record, with its job', async () => {
    const { events } = show(full, bare);
    await events.click(await screen.findByRole('button', { name: 'View flight FL-104' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Flight FL-104' }));
    expect(await dialog.findByText('Roof inspection - Denver, CO')).toBeTruthy();
    expect(dialog.getByText('Gusts in the afternoon')).toBeTruthy();
    await events.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog', { name: 'Flight FL-104' })).toBeNull();
  });

  it('[FLIGHT-10, FLIGHT-15] saves one record as JSON', async () => {
    const { saved, stop } = watchDownloads();
    const { events } = show(full, bare);
    await events.click(await screen.findByRole('button', { name: 'Download flight FL-104' }));
    const day = localDay(new Date(full.createdAt));
    expect(saved.map(({ name }) => name)).toEqual([`flight-FL-104-${day}.json`]);
    expect(JSON.parse(await textOf(saved[0]?.blob))).toMatchObject({
      duration: '95 minutes',
      jobId: 7,
    });
    expect(screen.getByText('Download Started')).toBeTruthy();
    stop();
  });

  it('[FLIGHT-16] exports all records as CSV', async () => {
    const { saved, stop } = watchDownloads();
    const { events } = show(full, bare);
    await screen.findByRole('row', { name: /FL-104/ });
    await events.click(screen.getByRole('button', { name: 'Export All' }));
    expect(saved.map(({ name }) => name)).toEqual([`flight-data-${localDay(new Date())}.csv`]);
    expect((await textOf(saved[0]?.blob)).split('\r\n')).toHaveLength(4);
    stop();
  });

  it('[FLIGHT-16] exports all records as JSON from the menu', async () => {
    const { saved, stop } = watchDownloads();
    const { events } = show(full, bare);
    await screen.findByRole('row', { name: /FL-104/ });
    await events.click(screen.getByRole('button', { name: 'Choose the file to export' }));
    await events.click(screen.getByRole('menuitem', { name: 'All flights as JSON' }));
    expect(saved.map(({ name }) => name)).toEqual([`flight-data-${localDay(new Date())}.json`]);
    const content: unknown = JSON.parse(await textOf(saved[0]?.blob));
    expect(content).toMatchObject([
      { flightNumber: 'FL-104' },
      { flightNumber: 'FL-105', altitude: 'Not recorded' },
    ]);
    stop();
  });

  it('shows a message when there is nothing to export', async () => {
    const { saved, stop } = watchDownloads();
    const { events } = show();
    await screen.findByText('No Flight Data');
    await events.click(screen.getByRole('button', { name: 'Export All' }));
    expect(await screen.findByText('No flight data to export')).toBeTruthy();
    expect(saved).toEqual([]);
    stop();
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

  it('shows the evidence of a record with its track', async () => {
    const { events } = renderInShell(<FlightDataPage />, {
      user: aPilot(),
      handlers: {
        ...handlers({ ...full, evidence: squareEvidence() }),
        [`GET /api/flight-data/${full.id}/track`]: () => squareTrack(),
      },
    });
    await events.click(await screen.findByRole('button', { name: 'View flight FL-104' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Flight FL-104' }));
    expect(await dialog.findByText('Evidence')).toBeTruthy();
    expect(await dialog.findByRole('img', { name: /^The track from above/ })).toBeTruthy();
  });

  it('shows an error, and retries on demand', async () => {
    let fails = true;
    const { events } = renderInShell(<FlightDataPage />, {
      user: aPilot(),
      handlers: {
        ...handlers(),
        'GET /api/flight-data/pilot/1': () =>
          fails ? reply(503, { code: 'unavailable', message: 'Try again soon.', requestId: 'r-1' }) : [full],
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Try again soon.');
    fails = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /FL-104/ })).toBeTruthy();
  });

  it('[FLIGHT-3] shows a spinner and the shape of the list while the records load', async () => {
    let answer: (records: unknown) => void = () => {};
    const records = new Promise((resolve) => (answer = resolve));
    renderInShell(<FlightDataPage />, {
      user: aPilot(),
      handlers: { ...handlers(), 'GET /api/flight-data/pilot/1': () => records },
    });
    expect(await screen.findByRole('progressbar', { name: 'Loading flight data...' })).toBeTruthy();
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('Loading flight data...');
    expect(status.querySelectorAll('[data-shape="rows"] > div')).toHaveLength(4);
    answer([full]);
    expect(await screen.findByRole('row', { name: /FL-104/ })).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each(['Upload Data', 'Upload Flight Data'])(
    '[ROUTE-3, FLIGHT-20] offers a client "%s", which explains that pilots upload',
    async (button) => {
      const { events } = renderInShell(<FlightDataPage />, {
        user: aClient(),
        handlers: { 'GET /api/flight-data/pilot/2': () => [] },
      });
      expect(await screen.findByText('No Flight Data')).toBeTruthy();
      expect(screen.getByText('Upload your first flight data to get started')).toBeTruthy();
      await events.click(screen.getByRole('button', { name: button }));
      const dialog = within(screen.getByRole('dialog', { name: 'Upload Flight Data' }));
      expect(dialog.getByText(/^Pilots upload flight data/)).toBeTruthy();
      expect(dialog.queryByRole('textbox')).toBeNull();
      expect(dialog.getByRole('link', { name: 'View Your Jobs' }).getAttribute('href')).toBe('/jobs');
      await events.click(dialog.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );
});
