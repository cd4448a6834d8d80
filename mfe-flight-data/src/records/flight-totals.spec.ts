import { flightRecord } from '../testing/flight-records.ts';
import { flightTotals, formatMinutes } from './flight-totals.ts';

describe('flightTotals', () => {
  it('returns zeros without records', () => {
    expect(flightTotals([])).toEqual({ flights: 0, minutes: 0, coverageAreas: 0, withResolution: 0 });
  });

  it('[FLIGHT-4] counts records, sums durations and counts recorded values', () => {
    const records = [
      flightRecord({ duration: 45, coverageArea: '10 acres', resolution: '2cm/pixel' }),
      flightRecord({ duration: 50, coverageArea: '10 acres', resolution: null }),
      flightRecord({ duration: 5, coverageArea: '3 acres', resolution: '' }),
    ];
    expect(flightTotals(records)).toEqual({ flights: 3, minutes: 100, coverageAreas: 2, withResolution: 1 });
  });

  it('[FLIGHT-6] counts all records without a coverage area as one unknown area', () => {
    const records = [null, '', '3 acres'].map((coverageArea) => flightRecord({ coverageArea }));
    expect(flightTotals(records).coverageAreas).toBe(2);
  });

  it('[FLIGHT-6] counts an area that is named Unknown together with missing ones', () => {
    const records = [null, 'Unknown'].map((coverageArea) => flightRecord({ coverageArea }));
    expect(flightTotals(records).coverageAreas).toBe(1);
  });
});

describe('formatMinutes', () => {
  it.each([
    [0, '0m'],
    [45, '45m'],
    [59, '59m'],
    [60, '1h 0m'],
    [95, '1h 35m'],
    [6000, '100h 0m'],
  ])('[FLIGHT-5] formats %i minutes as %s', (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text);
  });
});
