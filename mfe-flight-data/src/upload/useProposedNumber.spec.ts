import { paths } from '@dps/contract';
import type { KeptCall } from '@dps/contract/client';
import { keptNumber, nextFlightNumber } from './useProposedNumber.ts';

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

it('[FIELD-11] the latest flight on the device has the number before the next one', () => {
  const kept = (request: KeptCall['request']) => ({ id: 1, userId: 7, request });
  const flight = (flightNumber: string) => kept({ url: paths.flightRecords(), body: { flightNumber } });
  const progress = kept({ url: paths.job(1), body: { progress: 5 } });
  const refused = { ...flight('FL-3'), refusal: 'The job is completed.' };
  expect(keptNumber([flight('FL-1'), flight('FL-2'), progress, refused])).toBe('FL-2');
  expect(keptNumber([])).toBeUndefined();
});
