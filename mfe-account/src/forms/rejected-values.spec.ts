import type { ApiError } from '@dps/contract/client';
import { NO_REJECTED_VALUES, rejectedValues, rejectionErrors } from './rejected-values.ts';

const sent = { username: 'dana', email: 'dana@example.test', flightHours: null };
const error = (facts: Partial<ApiError>): ApiError => ({ status: 409, message: '409: …', ...facts });

describe('rejectedValues', () => {
  it.each([
    ['username_taken', 'username', 'dana'],
    ['email_taken', 'email', 'dana@example.test'],
  ] as const)('assigns %s to the field %s', (code, field, value) => {
    expect(rejectedValues(error({ code, userMessage: 'Taken.' }), sent)).toEqual({
      [field]: { value, message: 'Taken.' },
    });
  });

  it('assigns each field error to its field', () => {
    const fields = [{ path: 'email', message: 'Invalid email address' }];
    expect(rejectedValues(error({ status: 400, code: 'validation_failed', fields }), sent)).toEqual({
      email: { value: 'dana@example.test', message: 'Invalid email address' },
    });
  });

  it.each([
    ['without a field', error({ code: 'rate_limited', userMessage: 'Wait.' })],
    ['for a field that the form does not have', error({ fields: [{ path: 'role', message: 'No.' }] })],
    ['that is no API response', new Error('offline')],
  ])('is empty for an error %s', (_kind, failure) => {
    expect(rejectedValues(failure, sent)).toBe(NO_REJECTED_VALUES);
  });
});

describe('rejectionErrors', () => {
  const rejected = { username: { value: 'dana', message: 'Taken.' } };

  it('contains the message while the form has the rejected value', () => {
    expect(rejectionErrors(rejected, sent)).toEqual({ username: 'Taken.' });
  });

  it('is empty after the value changes', () => {
    expect(rejectionErrors(rejected, { ...sent, username: 'dana2' })).toEqual({});
  });
});
