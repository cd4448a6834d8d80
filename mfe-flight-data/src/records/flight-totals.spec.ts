import { aFlightRecord } from '@dps/contract/testing';
import { flightTotals, formatMinutes } from './flight-totals.ts';

describe('flightTotals', () => {
  it('returns zeros without records', () => {
    expect(flightTotals([])).toEqual({ flights: 0, minutes: 0, coverageAreas: 0, withResolution: 0 });
  });

  it('[FLIGHT-4] counts records, sums durations and counts recorded values', () => {
    const records = [
      aFlightRecord({ duration: 45, coverageArea: '10 acres', resolution: '2cm/pixel' }),
      aFlightRecord({ duration: 50, coverageArea: '10 acres', resolution: null }),
      aFlightRecord({ duration: 5, coverageArea: '3 acres', resolution: '' }),
    ];
    expect(flightTotals(records)).toEqual({ flights: 3, minutes: 100, coverageAreas: 2, withResolution: 1 });
  });

  it.each([
    ['all records without a coverage area', [null, '', '3 acres'], 2],
    ['an area that is named Unknown together with missing ones', [null, 'Unknown'], 1],
  ])('[FLIGHT-6] counts as one unknown area %s', (_which, areas, count) => {
    const records = areas.map((coverageArea) => aFlightRecord({ coverageArea }));
    expect(flightTotals(records).coverageAreas).toBe(count);
  });
});

describe('formatMinutes', () => {
  it.each([
    [0, '0m'],
    [59, '59m'],
    [60, '1h 0m'],
    [95, '1h 35m'],
  ])('[FLIGHT-5] formats %i minutes as %s', (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text);
  });
});
