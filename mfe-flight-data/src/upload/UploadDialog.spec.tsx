import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aFlightRecord, aJob, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
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
const save = ({ events }: Shell) => events.click(screen.getByRole('button', { name: 'Save Flight Data' }));

afterEach(() => localStorage.clear());

describe('the upload dialog', () => {
  it('[FLIGHT-23] shows placeholders in its fields', () => {
    show();
    const placeholders = ['Flight Number', 'Altitude', 'Coverage Area', 'Resolution'].map((label) =>
      field(label).getAttribute('placeholder'),
    );
    expect(placeholders).toEqual(['FL-001', '400 ft', '10 acres', '2cm/pixel']);
  });

  it('[FLIGHT-22, FLIGHT-30, FLIGHT-32] saves a record for a job of the pilot, with null for empty fields', async () => {
    const shell = show();
    await chooseJob(shell);
    await fill(shell, 'Flight Number', 'FL-101');
    await fill(shell, 'Duration (minutes)', '42');
    await fill(shell, 'Altitude', '380 ft');
    await save(shell);
    expect(await screen.findByText('Flight Data Uploaded')).toBeTruthy();
    expect(screen.getByText('Flight data has been uploaded successfully.')).toBeTruthy();
    expect(shell.sent()).toEqual([
      {
        jobId: 7,
        pilotId: 1,
        flightNumber: 'FL-101',
        duration: 42,
        altitude: '380 ft',
        coverageArea: null,
        resolution: null,
        notes: null,
      },
    ]);
    expect(shell.closed()).toBe(1);
  });

  it('[FLIGHT-22] preselects the only job', async () => {
    show();
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Job' }).textContent).toBe('Roof inspection - Denver, CO'),
    );
  });

  it('leaves the choice of several jobs to the pilot', async () => {
    show({ 'GET /api/jobs/pilot/1': () => [roof, aJob({ id: 8, title: 'Dam', pilotId: 1 })] });
    expect((await screen.findByText('Choose a job')).closest('[role="combobox"]')).toBeTruthy();
  });

  it('[FLIGHT-35] does not offer a paid job, which accepts no records', async () => {
    const paid = aJob({ id: 8, title: 'Paid dam', pilotId: 1, status: 'paid' });
    const { events } = show({ 'GET /api/jobs/pilot/1': () => [roof, paid] });
    const job = await screen.findByRole('combobox', { name: 'Job' });
    await waitFor(() => expect(job.getAttribute('aria-disabled')).not.toBe('true'));
    await events.click(job);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Roof inspection - Denver, CO',
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

  it('[FLIGHT-39] deletes the draft after a save', async () => {
    const shell = show();
    await chooseJob(shell);
    await fill(shell, 'Flight Number', 'FL-101');
    await fill(shell, 'Duration (minutes)', '42');
    expect(localStorage).toHaveLength(1);
    await save(shell);
    await waitFor(() => expect(shell.closed()).toBe(1));
    shell.unmount();
    expect(localStorage).toHaveLength(0);
  });

  it('clears the job of a draft that no longer accepts records', async () => {
    const first = show();
    await chooseJob(first);
    await fill(first, 'Notes', 'Gusts');
    first.unmount();
    show({ 'GET /api/jobs/pilot/1': () => [8, 9].map((id) => aJob({ id, title: 'Dam', pilotId: 1 })) });
    expect((await screen.findByText('Choose a job')).closest('[role="combobox"]')).toBeTruthy();
  });

  it('[FLIGHT-24] reports missing fields and sends nothing', async () => {
    const shell = show();
    await fill(shell, 'Flight Number', 'FL-101');
    await save(shell);
    expect(await screen.findByText('Missing Information')).toBeTruthy();
    expect(screen.getByText('Please fill in job, flight number, and duration.')).toBeTruthy();
    expect(shell.sent()).toEqual([]);
  });

  it.each(['0', '12.5', '100000'])(
    '[FLIGHT-28] shows the valid durations when %s is typed',
    async (typed) => {
      const shell = show();
      await chooseJob(shell);
      await fill(shell, 'Flight Number', 'FL-101');
      await fill(shell, 'Duration (minutes)', typed);
      await save(shell);
      const duration = await screen.findByRole('spinbutton', {
        name: 'Duration (minutes)',
        description: 'Enter a whole number of minutes from 1 to 10,080',
      });
      expect(duration.getAttribute('aria-invalid')).toBe('true');
      expect(document.activeElement).toBe(duration);
      expect(shell.sent()).toEqual([]);
      expect(screen.queryByText('Missing Information')).toBeNull();
    },
  );

  it('reports a duration that is no number as invalid, not as missing', async () => {
    const shell = show();
    await chooseJob(shell);
    await fill(shell, 'Flight Number', 'FL-101');
    const duration = screen.getByRole('spinbutton', { name: 'Duration (minutes)' });
    Object.defineProperty(duration, 'validity', { value: { badInput: true } });
    fireEvent.input(duration, { target: { value: '' } });
    await save(shell);
    expect(await screen.findByText('Enter a whole number of minutes from 1 to 10,080')).toBeTruthy();
    expect(screen.queryByText('Missing Information')).toBeNull();
    expect(shell.sent()).toEqual([]);
  });

  it('[FLIGHT-31] stays open with all values when the server rejects the record, and shows why', async () => {
    const shell = show({
      'POST /api/flight-data': () =>
        reply(403, { code: 'forbidden', message: 'This job is not yours.', requestId: 'r-9' }),
    });
    await chooseJob(shell);
    await fill(shell, 'Flight Number', 'FL-101');
    await fill(shell, 'Duration (minutes)', '42');
    await save(shell);
    expect(await screen.findByText('Failed to upload flight data. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(screen.getByText('This job is not yours.')).toBeTruthy();
    expect(field('Flight Number')).toHaveProperty('value', 'FL-101');
    expect(shell.closed()).toBe(0);
  });

  it('[FLIGHT-29] is disabled while it saves', async () => {
    let finish: (value: unknown) => void = () => {};
    const saving = new Promise((resolve) => (finish = resolve));
    const shell = show({ 'POST /api/flight-data': () => saving });
    await chooseJob(shell);
    await fill(shell, 'Flight Number', 'FL-101');
    await fill(shell, 'Duration (minutes)', '42');
    await save(shell);
    expect((await screen.findByRole('button', { name: 'Uploading...' })).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true);
    finish(aFlightRecord());
    await waitFor(() => expect(shell.closed()).toBe(1));
  });

  it('[FLIGHT-33] links a pilot without a job to the available jobs', async () => {
    show({ 'GET /api/jobs/pilot/1': () => [] });
    const link = await screen.findByRole('link', { name: 'Browse Available Jobs' });
    expect(link.getAttribute('href')).toBe('/browse-jobs');
  });
});
