import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aFlightRecord, aJob, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { PlaceButton } from './PlaceButton.tsx';
import UploadDialog from './UploadDialog.tsx';

const roof = aJob({ id: 7, title: 'Roof inspection', location: 'Denver, CO', pilotId: 1 });

function show(handlers: Handlers = {}) {
  let closed = 0;
  const shell = renderInShell(<UploadDialog onClose={() => (closed += 1)} />, {
    user: aPilot(),
    handlers: {
      'GET /api/flight-data/pilot/1': () => [],
      'GET /api/jobs/pilot/1': () => [roof],
      'POST /api/flight-data': () => reply(201, aFlightRecord()),
      ...handlers,
    },
  });
  const sent = () => shell.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { ...shell, sent, closed: () => closed };
}

type Shell = ReturnType<typeof show>;

async function chooseJob({ events }: Shell): Promise<void> {
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Job' }).getAttribute('aria-disabled')).not.toBe('true'),
  );
  await events.click(screen.getByRole('combobox', { name: 'Job' }));
  await events.click(screen.getByRole('option', { name: 'Roof inspection - Denver, CO' }));
}

const field = (name: string) => screen.getByLabelText(name);
async function fill({ events }: Shell, name: string, text: string): Promise<void> {
  await events.click(field(name));
  await events.paste(text);
}
async function fillRequired(shell: Shell): Promise<void> {
  await chooseJob(shell);
  await fill(shell, 'Flight Number', 'FL-101');
  await fill(shell, 'Duration (minutes)', '42');
}
const save = ({ events }: Shell) => events.click(screen.getByRole('button', { name: 'Save Flight Data' }));

afterEach(() => localStorage.clear());

describe('the upload dialog', () => {
  it('[FLIGHT-22, FLIGHT-23, FLIGHT-24] preselects the only job, shows placeholders, and sends nothing while fields are missing', async () => {
    const shell = show();
    const placeholders = ['Flight Number', 'Altitude', 'Coverage Area', 'Resolution'].map((label) =>
      field(label).getAttribute('placeholder'),
    );
    expect(placeholders).toEqual(['FL-001', '400 ft', '10 acres', '2cm/pixel']);
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Job' }).textContent).toBe('Roof inspection - Denver, CO'),
    );
    await fill(shell, 'Flight Number', 'FL-101');
    await save(shell);
    expect(await screen.findByText('Missing Information')).toBeTruthy();
    expect(screen.getByText('Please fill in job, flight number, and duration.')).toBeTruthy();
    expect(shell.sent()).toEqual([]);
  });

  it('[FLIGHT-22, FLIGHT-29, FLIGHT-30, FLIGHT-32, FLIGHT-39] is disabled while it saves a record for a job of the pilot, and deletes the draft', async () => {
    const saving = Promise.withResolvers<unknown>();
    const shell = show({ 'POST /api/flight-data': () => saving.promise });
    await fillRequired(shell);
    await fill(shell, 'Altitude', '380 ft');
    expect(localStorage).toHaveLength(1);
    await save(shell);
    expect((await screen.findByRole('button', { name: 'Uploading...' })).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true);
    saving.resolve(aFlightRecord());
    expect(await screen.findByText('Flight Data Uploaded')).toBeTruthy();
    expect(screen.getByText('Flight data has been uploaded successfully.')).toBeTruthy();
    const empty = { coverageArea: null, resolution: null, notes: null };
    const typed = { flightNumber: 'FL-101', duration: 42, altitude: '380 ft' };
    expect(shell.sent()).toEqual([{ jobId: 7, pilotId: 1, ...typed, ...empty }]);
    expect(shell.closed()).toBe(1);
    shell.unmount();
    expect(localStorage).toHaveLength(0);
  });

  it('[FLIGHT-35] leaves the choice of several jobs to the pilot, without a paid job, which accepts no records', async () => {
    const others = [
      aJob({ id: 8, title: 'Dam', pilotId: 1 }),
      aJob({ id: 9, title: 'Paid dam', pilotId: 1, status: 'paid' }),
    ];
    const { events } = show({ 'GET /api/jobs/pilot/1': () => [roof, ...others] });
    await events.click(await screen.findByText('Choose a job'));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Roof inspection - Denver, CO',
      'Dam - Denver, CO',
    ]);
  });

  it('[FLIGHT-40] proposes the flight number after the latest record, which is not typed until it is changed', async () => {
    const records = ['FL-099', 'FL-300'].map((flightNumber, id) => aFlightRecord({ id, flightNumber }));
    const first = show({ 'GET /api/flight-data/pilot/1': () => records });
    await waitFor(() => expect(field('Flight Number')).toHaveProperty('value', 'FL-100'));
    first.unmount();
    expect(localStorage).toHaveLength(0);
    const shell = show({ 'GET /api/flight-data/pilot/1': () => records });
    await waitFor(() => expect(field('Flight Number')).toHaveProperty('value', 'FL-100'));
    await fill(shell, 'Flight Number', 'B');
    expect(field('Flight Number')).toHaveProperty('value', 'FL-100B');
    expect(localStorage).toHaveLength(1);
  });

  it.each([
    ['Escape', ({ events }: Shell) => events.keyboard('{Escape}')],
    ['Back or a reload', () => Promise.resolve()],
  ])('[FLIGHT-37, FLIGHT-38] closed by %s keeps a draft, which Discard deletes', async (_way, close) => {
    const first = show();
    await fill(first, 'Notes', 'Gusts');
    await close(first);
    first.unmount();
    const second = show();
    expect(field('Notes')).toHaveProperty('value', 'Gusts');
    expect(screen.getByText(/^Draft restored\. A flight log is not part of a draft/)).toBeTruthy();
    await second.events.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Notes')).toHaveProperty('value', '');
    expect(document.activeElement).toBe(field('Flight Number'));
    second.unmount();
    show();
    expect(screen.queryByText(/^Draft restored/)).toBeNull();
  });

  it('clears the job of a draft that no longer accepts records', async () => {
    const first = show();
    await chooseJob(first);
    await fill(first, 'Notes', 'Gusts');
    first.unmount();
    show({ 'GET /api/jobs/pilot/1': () => [8, 9].map((id) => aJob({ id, title: 'Dam', pilotId: 1 })) });
    expect((await screen.findByText('Choose a job')).closest('[role="combobox"]')).toBeTruthy();
  });

  it('[FLIGHT-28] shows the valid durations at the field, also for a text that is no number', async () => {
    const shell = show();
    await chooseJob(shell);
    await fill(shell, 'Flight Number', 'FL-101');
    await fill(shell, 'Duration (minutes)', '12.5');
    await save(shell);
    const description = 'Enter a whole number of minutes from 1 to 10,080';
    const find = () => screen.findByRole('spinbutton', { name: 'Duration (minutes)', description });
    const duration = await find();
    expect(duration.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(duration);
    Object.defineProperty(duration, 'validity', { value: { badInput: true } });
    fireEvent.input(duration, { target: { value: '' } });
    await save(shell);
    expect(await find()).toBeTruthy();
    expect(screen.queryByText('Missing Information')).toBeNull();
    expect(shell.sent()).toEqual([]);
  });

  it('[FLIGHT-31] stays open with all values when the server rejects the record, and shows why', async () => {
    const failure = { code: 'forbidden', message: 'This job is not yours.', requestId: 'r-9' };
    const shell = show({ 'POST /api/flight-data': () => reply(403, failure) });
    await fillRequired(shell);
    await save(shell);
    expect(await screen.findByText('Failed to upload flight data. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(screen.getByText('This job is not yours.')).toBeTruthy();
    expect(field('Flight Number')).toHaveProperty('value', 'FL-101');
    expect(shell.closed()).toBe(0);
  });

  it('[FLIGHT-33] links a pilot without a job to the available jobs', async () => {
    show({ 'GET /api/jobs/pilot/1': () => [] });
    const link = await screen.findByRole('link', { name: 'Browse Available Jobs' });
    expect(link.getAttribute('href')).toBe('/browse-jobs');
  });
});

const AT = Date.UTC(2026, 10, 2, 12);

type Read = Geolocation['getCurrentPosition'];

/** Presses the button on a device whose location service responds as given. Resolves with the line that it has read. */
async function press(getCurrentPosition: Read | undefined): Promise<string | undefined> {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: getCurrentPosition && { getCurrentPosition },
  });
  if (!getCurrentPosition) Reflect.deleteProperty(navigator, 'geolocation');
  let line: string | undefined;
  render(<PlaceButton onRead={(read) => (line = read)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Add Time and Position' }));
  return line;
}

const at = (accuracy: number): Read => {
  const toJSON = () => ({});
  const height = { altitude: null, altitudeAccuracy: null, heading: null, speed: null };
  const coords = { latitude: 30.6332, longitude: -97.67721, accuracy, ...height, toJSON };
  return (onRead) => onRead({ coords, timestamp: AT, toJSON });
};
const CODES = { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;
const failing =
  (code: number): Read =>
  (_onRead, onError) =>
    onError?.({ code, message: '', ...CODES });

it('[FIELD-15] reads the time and a precise position', async () => {
  expect(await press(at(7.4))).toMatch(/^Nov 2, 2026, .+: 30\.633200, -97\.677210 \(± 8 m\)$/);
});

it.each([
  ['imprecise', at(350), 'The position is only known to 350 m. Go outdoors, wait a moment and try again.'],
  ['denied', failing(1), 'The browser may not read the position. Allow it in the settings of this site.'],
  ['late', failing(3), 'The device has not found its position in time. Go outdoors and try again.'],
  [
    'unknown',
    failing(2),
    'The position of this device is not available. Check that its location service is on.',
  ],
  [
    'not offered',
    undefined,
    'The position of this device is not available. Check that its location service is on.',
  ],
] as const)('[FIELD-15] shows the reason if the position is %s', async (_case, read, message) => {
  expect(await press(read)).toBeUndefined();
  expect((await screen.findByRole('status')).textContent).toBe(message);
});
