import { nextFlightNumber } from './next-flight-number.ts';

describe('nextFlightNumber', () => {
  it.each([
    ['FL-099', 'FL-100'],
    ['FL-999', 'FL-1000'],
    ['0007', '0008'],
    ['2026-11-09', '2026-11-10'],
    ['9007199254740993', '9007199254740994'],
    ['FL-101b', ''],
    ['Roof', ''],
    ['9'.repeat(64), ''],
    ['', ''],
  ])('[FLIGHT-40] after %j is %j', (latest, next) => {
    expect(nextFlightNumber(latest)).toBe(next);
  });
});
