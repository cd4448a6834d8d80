import type { ApiError } from '@dps/shared-contracts/client';
import { NO_REFUSALS, refusalsOf, standingRefusals } from './refusals.ts';

const sent = { username: 'dana', email: 'dana@example.test', flightHours: null };
const error = (facts: Partial<ApiError>): ApiError => ({ status: 409, message: '409: …', ...facts });

describe('refusalsOf', () => {
  it.each([
    ['username_taken', 'username', 'dana'],
    ['email_taken', 'email', 'dana@example.test'],
  ] as const)('puts %s at %s', (code, field, value) => {
    expect(refusalsOf(error({ code, userMessage: 'Taken.' }), sent)).toEqual({
      [field]: { value, message: 'Taken.' },
    });
  });

  it('puts each named error at its field', () => {
    const fields = [{ path: 'email', message: 'Invalid email address' }];
    expect(refusalsOf(error({ status: 400, code: 'validation_failed', fields }), sent)).toEqual({
      email: { value: 'dana@example.test', message: 'Invalid email address' },
    });
  });

  it.each([
    ['about no field', error({ code: 'rate_limited', userMessage: 'Wait.' })],
    ['about a field that the form does not have', error({ fields: [{ path: 'role', message: 'No.' }] })],
    ['no answer of ours', new Error('offline')],
  ])('is empty for an error %s', (_kind, failure) => {
    expect(refusalsOf(failure, sent)).toBe(NO_REFUSALS);
  });
});

describe('standingRefusals', () => {
  const refusals = { username: { value: 'dana', message: 'Taken.' } };

  it('stands while the value is the refused one', () => {
    expect(standingRefusals(refusals, sent)).toEqual({ username: 'Taken.' });
  });

  it('falls once the value changes', () => {
    expect(standingRefusals(refusals, { ...sent, username: 'dana2' })).toEqual({});
  });
});
