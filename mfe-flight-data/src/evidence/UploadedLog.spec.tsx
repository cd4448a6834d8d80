import { screen } from '@testing-library/react';
import type { FlightRecordView } from '@dps/contract';
import { aFlightRecord } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { squareEvidence } from '../testing/flight-records.ts';
import RecordList from '../widgets/RecordList.tsx';

const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const log = { fileName: 'square.csv', fileSize: 48_000, refusal: null, sha256: null } as const;

const show = (facts: Partial<FlightRecordView>) =>
  renderInShell(<RecordList records={[aFlightRecord({ id: 5, flightNumber: 'FL-7', ...facts })]} />);
const download = () => screen.getByRole('link', { name: 'Download Log of flight FL-7' });

describe('the uploaded log of a record', () => {
  it('[EVID-20] is being checked, and can be downloaded meanwhile', () => {
    show({ log: { ...log, state: 'checking' } });
    expect(screen.getByRole('status').textContent).toBe('Checking the log');
    expect(download().getAttribute('href')).toBe('/api/flight-data/5/log');
    expect(screen.getByText('square.csv, 47 kB')).toBeTruthy();
    expect(screen.queryByText('Evidence')).toBeNull();
  });

  it('[EVID-21, EVID-23] that the server refused shows the reason and its SHA-256', () => {
    show({ log: { ...log, state: 'refused', refusal: 'The file is empty.', sha256 } });
    expect(screen.getByRole('alert').textContent).toBe('The flight has no evidence. The file is empty.');
    expect(screen.getByText(`SHA-256 ${sha256}`)).toBeTruthy();
    expect(download()).toBeTruthy();
  });

  it('[EVID-23] that the server has read follows its evidence with the SHA-256', async () => {
    show({ log: { ...log, state: 'read', sha256 }, evidence: squareEvidence() });
    expect(await screen.findByText(sha256)).toBeTruthy();
    expect(download()).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
