import {
  EMPTY_UPLOAD,
  flightRecordOf,
  isMissingInformation,
  uploadErrors,
  type FlightUploadValues,
} from './flight-upload.ts';

const filled = (values: Partial<FlightUploadValues> = {}): FlightUploadValues => ({
  ...EMPTY_UPLOAD,
  jobId: '7',
  flightNumber: 'FL-001',
  duration: '45',
  ...values,
});

describe('isMissingInformation', () => {
  it('is false when job, flight number and duration are filled in', () => {
    expect(isMissingInformation(filled())).toBe(false);
  });

  it.each(['jobId', 'flightNumber', 'duration'] as const)('[FLIGHT-21] is true without %s', (field) => {
    expect(isMissingInformation(filled({ [field]: '' }))).toBe(true);
    expect(isMissingInformation(filled({ [field]: '  ' }))).toBe(true);
    expect(isMissingInformation(filled({ [field]: '\u200b' }))).toBe(true);
  });
});

describe('uploadErrors', () => {
  it('contains the missing fields', () => {
    expect(uploadErrors(EMPTY_UPLOAD)).toEqual({
      jobId: 'Required',
      flightNumber: 'Required',
      duration: 'Required',
    });
  });

  it.each(['1', ' 45 ', '007', '10080'])('accepts %j as a duration', (duration) => {
    expect(uploadErrors(filled({ duration }))).toEqual({});
  });

  it.each(['12.5', '1e9', '45 min', '0', '-5', '10081', '99999999999999999999'])(
    '[FLIGHT-28] contains the valid durations for %j',
    (duration) => {
      expect(uploadErrors(filled({ duration }))).toEqual({
        duration: 'Enter a whole number of minutes from 1 to 10,080',
      });
    },
  );

  it.each([
    ['flightNumber', 64],
    ['altitude', 100],
    ['coverageArea', 100],
    ['resolution', 100],
    ['notes', 5000],
  ] as const)('limits %s to %i characters', (field, max) => {
    expect(uploadErrors(filled({ [field]: 'x'.repeat(max) }))).toEqual({});
    expect(uploadErrors(filled({ [field]: 'x'.repeat(max + 1) }))).toEqual({
      [field]: `Use at most ${max} characters`,
    });
  });
});

describe('flightRecordOf', () => {
  it('[FLIGHT-26] converts job and duration to numbers, and empty optional fields to null', () => {
    expect(flightRecordOf(filled({ altitude: ' ', resolution: '2cm/pixel' }))).toEqual({
      jobId: 7,
      flightNumber: 'FL-001',
      duration: 45,
      altitude: null,
      coverageArea: null,
      resolution: '2cm/pixel',
      notes: null,
    });
  });
});
