import { createRef } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import { formatInstantDay } from '@dps/contract';
import { aFlightRecord, aPilot } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { squareEvidence } from '../testing/flight-records.ts';
import JobUploadForm from './JobUploadForm.tsx';
import RecordList from './RecordList.tsx';

const noRecords = { 'GET /api/flight-data/pilot/1': () => [] };

afterEach(() => localStorage.clear());

describe('the record list of a job', () => {
  it('[PJOB-6] shows a message when there are no records', () => {
    renderInShell(<RecordList records={[]} />);
    expect(screen.getByText('No flight data uploaded yet')).toBeTruthy();
  });

  it('[FLIGHT-41, PJOB-5] lists flights with their values, and with the evidence of a log', async () => {
    const logged = aFlightRecord({
      id: 2,
      flightNumber: 'FL-102',
      duration: 95,
      altitude: '400 ft',
      notes: 'Second pass',
      evidence: squareEvidence(152.4),
    });
    const bare = aFlightRecord({ id: 1, flightNumber: 'FL-101', duration: 30 });
    const { calls } = renderInShell(<RecordList records={[logged, bare]} />);
    expect(await screen.findByText('Evidence')).toBeTruthy();
    const list = within(screen.getByRole('list', { name: 'Flight Data' }));
    const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toMatch(/^FL-102.*1h 35m.*Flown Nov 2, 2026.*400 ft.*Second pass/);
    expect(first).toContain(formatInstantDay(logged.createdAt));
    expect(second).toMatch(/^FL-101.*30m/);
    expect(screen.getByRole('alert').textContent).toContain('Higher than 400 ft: up to 500 ft');
    expect(screen.getByRole('button', { name: 'Show Track of flight FL-102' })).toBeTruthy();
    expect(calls).toEqual([]);
  });
});

describe('the upload form of a job', () => {
  const type = async ({ events }: ReturnType<typeof renderInShell>, label: string, text: string) => {
    await events.clear(screen.getByLabelText(label));
    await events.paste(text);
  };
  const save = ({ events }: ReturnType<typeof renderInShell>) =>
    events.click(screen.getByRole('button', { name: 'Save Flight Data' }));

  it('[FLIGHT-25, FLIGHT-27] reports missing fields and an invalid duration, and saves a record for that job', async () => {
    let done = 0;
    const shell = renderInShell(<JobUploadForm jobId={7} onDone={() => (done += 1)} />, {
      user: aPilot(),
      handlers: { ...noRecords, 'POST /api/flight-data': () => aFlightRecord({ jobId: 7 }) },
    });
    await save(shell);
    expect(await screen.findByText('Please fill in flight number and duration.')).toBeTruthy();
    const duration = screen.getByRole('spinbutton', { name: 'Duration (minutes)' });
    expect(duration.getAttribute('inputmode')).toBe('numeric');
    await type(shell, 'Flight Number', 'FL-101');
    await type(shell, 'Duration (minutes)', '100000');
    await save(shell);
    expect(await screen.findByText('Enter a whole number of minutes from 1 to 10,080')).toBeTruthy();
    expect(shell.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await type(shell, 'Duration (minutes)', '42');
    await save(shell);
    await waitFor(() => expect(done).toBe(1));
    const sent = shell.calls.find(({ method }) => method === 'POST')?.body;
    expect(sent).toMatchObject({ jobId: 7, duration: 42 });
  });

  it('[PJOB-7] opens empty after its input was discarded', async () => {
    const discard = createRef<() => void>();
    const form = <JobUploadForm jobId={7} onDone={() => {}} discard={discard} />;
    const options = { user: aPilot(), handlers: noRecords };
    const first = renderInShell(form, options);
    await type(first, 'Notes', 'Second pass');
    act(() => discard.current?.());
    first.unmount();
    renderInShell(form, options);
    expect(screen.getByLabelText('Notes').textContent).toBe('');
    expect(screen.queryByText(/^Draft restored/)).toBeNull();
  });

  it('keeps its draft while a record is saved', async () => {
    const discard = createRef<() => void>();
    const form = <JobUploadForm jobId={7} onDone={() => {}} discard={discard} />;
    const handlers = { ...noRecords, 'POST /api/flight-data': () => new Promise(() => {}) };
    const first = renderInShell(form, { user: aPilot(), handlers });
    await type(first, 'Flight Number', 'FL-101');
    await type(first, 'Duration (minutes)', '42');
    await save(first);
    await screen.findByRole('button', { name: 'Uploading...' });
    act(() => discard.current?.());
    first.unmount();
    renderInShell(form, { user: aPilot(), handlers });
    expect(screen.getByLabelText('Flight Number')).toHaveProperty('value', 'FL-101');
  });
});
