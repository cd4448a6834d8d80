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

  it('shows the evidence of a flight with a log', async () => {
    const { calls } = renderInShell(
      <RecordList records={[aFlightRecord({ evidence: squareEvidence(152.4) })]} />,
    );
    expect(await screen.findByText('Evidence')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('Higher than 400 ft: up to 500 ft');
    expect(screen.getByRole('button', { name: 'Show Track of flight FL-001' })).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('[FLIGHT-41] shows the day of a flight next to the day of its upload', () => {
    const record = aFlightRecord({ evidence: squareEvidence() });
    renderInShell(<RecordList records={[record]} />);
    const { textContent } = screen.getByRole('listitem');
    expect(textContent).toContain(formatInstantDay(record.createdAt));
    expect(textContent).toContain('Flown Nov 2, 2026');
  });

  it('[PJOB-5] lists flights with their values', () => {
    const records = [
      aFlightRecord({
        id: 2,
        flightNumber: 'FL-102',
        duration: 95,
        altitude: '400 ft',
        notes: 'Second pass',
      }),
      aFlightRecord({ id: 1, flightNumber: 'FL-101', duration: 30 }),
    ];
    renderInShell(<RecordList records={records} />);
    const flights = within(screen.getByRole('list', { name: 'Flight Data' })).getAllByRole('listitem');
    expect(flights.map((flight) => flight.textContent)).toEqual([
      expect.stringMatching(/^FL-102.*1h 35m.*400 ft.*Second pass$/),
      expect.stringMatching(/^FL-101.*30m/),
    ]);
  });
});

describe('the upload form of a job', () => {
  it('saves a record for that job', async () => {
    let done = 0;
    const { calls, events } = renderInShell(<JobUploadForm jobId={7} onDone={() => (done += 1)} />, {
      user: aPilot(),
      handlers: { ...noRecords, 'POST /api/flight-data': () => aFlightRecord({ jobId: 7 }) },
    });
    await events.type(screen.getByLabelText('Flight Number'), 'FL-101');
    await events.type(screen.getByLabelText('Duration (minutes)'), '42');
    await events.click(screen.getByRole('button', { name: 'Save Flight Data' }));
    await waitFor(() => expect(done).toBe(1));
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ jobId: 7, duration: 42 });
  });

  it('[PJOB-7] opens empty after its input was discarded', async () => {
    const discard = createRef<() => void>();
    const form = <JobUploadForm jobId={7} onDone={() => {}} discard={discard} />;
    const options = { user: aPilot(), handlers: noRecords };
    const first = renderInShell(form, options);
    await first.events.type(screen.getByLabelText('Notes'), 'Second pass');
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
    await first.events.type(screen.getByLabelText('Flight Number'), 'FL-101');
    await first.events.type(screen.getByLabelText('Duration (minutes)'), '42');
    await first.events.click(screen.getByRole('button', { name: 'Save Flight Data' }));
    await screen.findByRole('button', { name: 'Uploading...' });
    act(() => discard.current?.());
    first.unmount();
    renderInShell(form, { user: aPilot(), handlers });
    expect(screen.getByLabelText('Flight Number')).toHaveProperty('value', 'FL-101');
  });

  it('[FLIGHT-27] has a number field for the duration, and shows the valid durations', async () => {
    const { calls, events } = renderInShell(<JobUploadForm jobId={7} onDone={() => {}} />, {
      user: aPilot(),
      handlers: noRecords,
    });
    await events.type(screen.getByLabelText('Flight Number'), 'FL-101');
    const duration = screen.getByRole('spinbutton', { name: 'Duration (minutes)' });
    expect(duration.getAttribute('inputmode')).toBe('numeric');
    await events.type(duration, '100000');
    await events.click(screen.getByRole('button', { name: 'Save Flight Data' }));
    expect(await screen.findByText('Enter a whole number of minutes from 1 to 10,080')).toBeTruthy();
    expect(screen.queryByText('Missing Information')).toBeNull();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('[FLIGHT-25] reports a missing flight number and duration', async () => {
    const { calls, events } = renderInShell(<JobUploadForm jobId={7} onDone={() => {}} />, {
      user: aPilot(),
      handlers: noRecords,
    });
    await events.click(screen.getByRole('button', { name: 'Save Flight Data' }));
    expect(await screen.findByText('Please fill in flight number and duration.')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
