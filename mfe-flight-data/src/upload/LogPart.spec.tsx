import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { keepCalls } from '@dps/contract/client';
import { aFlightRecord, aPilot, reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { djiRecord } from '@dps/flight-logs/testing/dji-records';
import { airDataCsv, squareFlight } from '@dps/flight-logs/testing/flight-logs';
import { runWorkersOnThePage } from '../testing/page-worker.ts';
import JobUploadForm from '../widgets/JobUploadForm.tsx';

const square = new File([airDataCsv(squareFlight())], 'square.csv', { type: 'text/csv' });
const low = new File([airDataCsv(squareFlight({ height: 50 }))], 'low.csv', { type: 'text/csv' });
const broken = new File(['a,b\n1,2\n'], 'table.csv', { type: 'text/csv' });

const handlers = {
  'GET /api/flight-data/pilot/1': () => [],
  'POST /api/flight-data': () => reply(201, aFlightRecord()),
};

function show(workers?: { reachable: boolean }) {
  const shell = renderInShell(<JobUploadForm jobId={7} onDone={() => {}} />, { user: aPilot(), handlers });
  runWorkersOnThePage(workers);
  const logs: (File | undefined)[] = [];
  keepCalls((request, make) => {
    logs.push(request.log?.file);
    return make(request);
  });
  const sent = () => shell.calls.find(({ method }) => method === 'POST')?.body;
  return { ...shell, sent, logs };
}
type Shell = ReturnType<typeof show>;

const choose = ({ events }: Shell, file: File) => events.upload(screen.getByLabelText('Flight log'), file);
const valueOf = (label: string) => screen.getByLabelText(label).getAttribute('value');
async function readSquare(shell: Shell): Promise<void> {
  await choose(shell, square);
  await waitFor(() => expect(valueOf('Altitude')).toBe('328 ft'));
}
async function retype({ events }: Shell, label: string, text: string): Promise<void> {
  await events.clear(screen.getByLabelText(label));
  await events.paste(text);
}

/** Newer browsers return a promise. */
const scroll = (): unknown => Promise.resolve();
const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scroll);
afterEach(() => {
  localStorage.clear();
  scrolled.mockClear();
  keepCalls(undefined);
});

describe('the log of an upload form', () => {
  it('[EVID-2, EVID-3, EVID-30, FLIGHT-40] fills in the form, scrolls to the result, draws the flight, and is sent with the record, its camera and corrected fields', async () => {
    const shell = show();
    await readSquare(shell);
    expect(screen.getByRole('spinbutton', { name: 'Duration (minutes)' })).toHaveProperty('value', '1');
    expect(valueOf('Coverage Area')).toBe('9.9 acres');
    expect(valueOf('Resolution')).toBe('');
    const line = screen.getByText('1 min · 328 ft · 9.9 acres');
    expect(scrolled.mock.contexts).toEqual([line]);
    expect(scrolled).toHaveBeenCalledWith({ block: 'start' });
    expect(valueOf('Flight Number')).toBe('FL-001');
    expect(screen.getByText('square.csv was read.', { selector: '[role="status"]' })).toBeTruthy();
    expect(await screen.findByRole('img', { name: /^The track from above/ })).toBeTruthy();
    const altitude = (description: string) => screen.getByRole('textbox', { name: 'Altitude', description });
    expect(altitude('Measured by the log')).toBeTruthy();
    await retype(shell, 'Altitude', '300 ft');
    expect(altitude('Typed. The log says 328 ft.')).toBeTruthy();
    await shell.events.click(screen.getByRole('combobox', { name: 'Camera' }));
    await shell.events.click(screen.getByRole('option', { name: 'DJI Phantom 4 Pro, Phantom 4 RTK' }));
    expect(valueOf('Resolution')).toBe('2.7 cm/pixel');
    await retype(shell, 'Flight Number', 'FL-101');
    await shell.events.click(screen.getByRole('button', { name: 'Save Flight Data' }));
    expect(await screen.findByText('Flight Data Uploaded')).toBeTruthy();
    expect(shell.sent()).toMatchObject({
      jobId: 7,
      duration: 1,
      altitude: '300 ft',
      resolution: '2.7 cm/pixel',
      camera: 'dji-phantom-4-rtk',
    });
    expect(shell.logs).toEqual([square]);
  });

  it('is not lost while the page cannot upload it', async () => {
    const shell = show();
    keepCalls(undefined);
    await readSquare(shell);
    await retype(shell, 'Flight Number', 'FL-101');
    await shell.events.click(screen.getByRole('button', { name: 'Save Flight Data' }));
    expect(await screen.findByText(/^This page cannot upload files later\./)).toBeTruthy();
    expect(shell.sent()).toBeUndefined();
  });

  it('[EVID-16] fills in the summary of an encrypted DJI record, and marks it as such', async () => {
    const shell = show();
    const name = 'DJIFlightRecord_2026-11-02_[09-04-05].txt';
    await choose(shell, new File([djiRecord(squareFlight(), { version: 14 })], name));
    expect(
      await screen.findByText(/^Summary from the header of the DJI record, without a track/),
    ).toBeTruthy();
    expect(valueOf('Altitude')).toBe('328 ft');
    expect(valueOf('Coverage Area')).toBe('');
    expect(screen.getAllByText('From the header of the log')).toHaveLength(2);
    await retype(shell, 'Flight Number', 'FL-102');
    await shell.events.click(screen.getByRole('button', { name: 'Save Flight Data' }));
    expect(await screen.findByText('Flight Data Uploaded')).toBeTruthy();
    expect(shell.logs[0]?.name).toBe(name);
  });

  it('[FLIGHT-37, FLIGHT-39] leaves its values in the draft of the job, which the next log replaces', async () => {
    const first = show();
    await readSquare(first);
    await retype(first, 'Resolution', '2 cm/pixel');
    await retype(first, 'Coverage Area', '12 acres');
    first.unmount();
    const other = renderInShell(<JobUploadForm jobId={8} onDone={() => {}} />, { user: aPilot(), handlers });
    expect(valueOf('Altitude')).toBe('');
    other.unmount();
    const second = show();
    expect(valueOf('Altitude')).toBe('328 ft');
    expect(screen.getByText(/A flight log is not part of a draft/)).toBeTruthy();
    await choose(second, low);
    await waitFor(() => expect(valueOf('Altitude')).toBe('164 ft'));
    expect(valueOf('Coverage Area')).toBe('12 acres');
    expect(valueOf('Resolution')).toBe('2 cm/pixel');
    expect(screen.queryByText(/A flight log is not part of a draft/)).toBeNull();
  });

  it('[EVID-18] takes its values out of the form when it is removed, and leaves typed ones', async () => {
    const shell = show();
    await retype(shell, 'Coverage Area', '9.9 acres');
    await readSquare(shell);
    await retype(shell, 'Duration (minutes)', '7');
    await shell.events.click(screen.getByRole('button', { name: 'Remove log' }));
    await waitFor(() => expect(valueOf('Altitude')).toBe(''));
    expect(valueOf('Coverage Area')).toBe('9.9 acres');
    await retype(shell, 'Flight Number', 'FL-101');
    await shell.events.click(screen.getByRole('button', { name: 'Save Flight Data' }));
    await waitFor(() => expect(shell.sent()).toBeTruthy());
    expect([shell.sent(), shell.logs]).toEqual([expect.not.objectContaining({ camera: null }), [undefined]]);
    expect(shell.sent()).toMatchObject({ duration: 7, altitude: null, coverageArea: '9.9 acres' });
  });

  it('[EVID-7, EVID-18] shows its problem without the values of the log before, and can be replaced by one that is dropped on the field', async () => {
    const shell = show();
    await readSquare(shell);
    await choose(shell, broken);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^table\.csv: The table has no columns of a flight log/);
    expect(valueOf('Altitude')).toBe('');
    const dataTransfer = { files: [low] };
    fireEvent.drop(screen.getByRole('group', { name: 'Flight log (optional)' }), { dataTransfer });
    await waitFor(() => expect(valueOf('Altitude')).toBe('164 ft'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[EVID-1] is rejected above 100 MB before it is read', async () => {
    const shell = show();
    const huge = new File([], 'huge.csv');
    Object.defineProperty(huge, 'size', { value: 100 * 1024 * 1024 + 1 });
    await choose(shell, huge);
    expect((await screen.findByRole('alert')).textContent).toContain('The file is larger than 100 MB.');
  });

  it('shows an error when the worker script cannot be loaded', async () => {
    const shell = show({ reachable: false });
    await choose(shell, square);
    expect((await screen.findByRole('alert')).textContent).toContain('The file could not be read.');
  });

  it('stops reading on demand', async () => {
    const shell = show();
    // The log is read in pieces, and a piece is a Blob without the class File.
    Object.assign(Blob.prototype, { arrayBuffer: () => new Promise(() => {}) });
    await choose(shell, square);
    const group = within(screen.getByRole('group', { name: 'Flight log (optional)' }));
    expect(group.getByRole('progressbar', { name: 'Reading square.csv' })).toBeTruthy();
    await shell.events.click(group.getByRole('button', { name: 'Stop reading' }));
    expect(group.queryByRole('progressbar')).toBeNull();
    expect(valueOf('Altitude')).toBe('');
  });
});
