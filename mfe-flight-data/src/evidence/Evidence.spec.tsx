import { screen, within } from '@testing-library/react';
import { aFlightRecord } from '@dps/shared-contracts/testing';
import { renderInShell } from '@dps/ui/testing';
import Evidence from './Evidence.tsx';
import { squareEvidence } from '../testing/flight-records.ts';

function show(evidence = squareEvidence()) {
  const record = aFlightRecord({ duration: 1, altitude: '328 ft', coverageArea: '12 acres', evidence });
  return renderInShell(<Evidence record={record} evidence={evidence} />);
}

/** Returns the definitions of a term. */
const fact = (term: string) =>
  within(screen.getByText(term).parentElement ?? document.body)
    .getAllByRole('definition')
    .map((each) => each.textContent);

describe('the evidence of a record', () => {
  it('marks measured and typed values, and shows the value of the log', () => {
    show();
    expect(fact('Duration')).toEqual(['1m', 'Measured']);
    expect(fact('Altitude')).toEqual(['328 ft', 'Measured']);
    expect(fact('Coverage Area')).toEqual(['12 acres', 'Typed', 'The log says 9.9 acres']);
    expect(fact('Resolution')).toEqual(['Not recorded', 'The log says 2.7 cm/pixel']);
  });

  it('shows the file name and the digest of the log', () => {
    show();
    expect(fact('Log')).toEqual(['AirData CSV, square.csv']);
    expect(fact('SHA-256')).toEqual(['e3b0c44298fc']);
    expect(fact('Camera')).toEqual(['DJI Phantom 4 Pro, Phantom 4 RTK']);
  });

  it('draws the track and the heights with labels, and shows them as a table', async () => {
    const { events } = show();
    expect(
      screen.getByRole('img', { name: /^The track from above.* within 9.9 acres \(4 ha\)\.$/ }),
    ).toBeTruthy();
    expect(screen.getByRole('img', { name: /at most 328 ft \(100 m\) above take-off\.$/ })).toBeTruthy();
    await events.click(screen.getByText('Track as a table'));
    const rows = within(screen.getByRole('region', { name: 'Track as a table' })).getAllByRole('row');
    expect(rows).toHaveLength(26);
    expect(rows[1]?.textContent).toBe('0:000 ft39.28000-76.60000');
  });

  it('shows that a flight stayed below the limit', () => {
    show();
    expect(screen.getByText('Never higher than 400 ft above take-off')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('warns about a flight above the limit, with its height and duration', () => {
    show(squareEvidence(152.4));
    const flag = screen.getByRole('alert').textContent;
    expect(flag).toContain('Higher than 400 ft: up to 500 ft (152 m) above take-off');
    expect(flag).toContain('For 44s, 73% of the flight.');
    expect(flag).toContain('14 CFR 107.51');
    expect(screen.getByText(/Parts higher than 400 ft are drawn thick/)).toBeTruthy();
  });

  it('shows that a log has no heights, times or track', () => {
    const evidence = squareEvidence();
    const figures = {
      ...evidence.figures,
      startedAt: null,
      durationSeconds: null,
      maxHeightMeters: null,
      secondsAboveLimit: null,
    };
    show({ ...evidence, figures, heightReference: null, track: undefined });
    expect(screen.getByText('The log has no heights that can be measured')).toBeTruthy();
    expect(fact('Start')).toEqual(['Not in the log']);
    expect(screen.queryByRole('img', { name: /track/i })).toBeNull();
  });
});
