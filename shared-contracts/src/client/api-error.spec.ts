import { errorText, toApiError, unreachable, waitText } from './api-error.ts';

const FALLBACK = 'It did not work.';
const head = (status: number, headers: Record<string, string> = {}) => ({
  status,
  statusText: 'Status Text',
  headers: new Headers(headers),
});
const ours = (facts: object) => JSON.stringify({ message: 'Please wait.', requestId: 'r-1', ...facts });

describe('toApiError', () => {
  it('reads an error of the API', () => {
    const errors = [{ path: 'email', message: 'Invalid email address' }, { path: 7 }];
    const body = ours({ code: 'validation_failed', errors });
    expect(toApiError(head(400), body)).toEqual({
      status: 400,
      message: `400: ${body}`,
      code: 'validation_failed',
      userMessage: 'Please wait.',
      requestId: 'r-1',
      fields: [{ path: 'email', message: 'Invalid email address' }],
    });
  });

  it('reads a code of a newer API', () => {
    expect(toApiError(head(409), ours({ code: 'added_later' })).userMessage).toBe('Please wait.');
  });

  it.each([
    ['empty', '', '502: Status Text'],
    ['a page', '<h1>Bad gateway</h1>', '502: <h1>Bad gateway</h1>'],
    ['of a code that is not ours', '{"code":"EPIPE","message":"x"}', '502: {"code":"EPIPE","message":"x"}'],
  ])('[ERROR-3] keeps a response that is %s for the logs only', (_kind, body, message) => {
    expect(toApiError(head(502), body)).toEqual({ status: 502, message });
  });

  it.each([
    ['720', 720],
    ['0', 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['-5', undefined],
  ])('reads Retry-After: %s', (value, seconds) => {
    expect(toApiError(head(429, { 'retry-after': value }), '').retryAfterSeconds).toBe(seconds);
  });
});

describe('errorText', () => {
  it.each([
    ["[ERROR-4] the server's words", toApiError(head(409), ours({ code: 'email_taken' })), 'Please wait.'],
    ['the fallback for a response of another server', toApiError(head(502), '{"raw":1}'), FALLBACK],
    ['the fallback for an error that is no response', new Error('boom'), FALLBACK],
    [
      'a failed connection',
      unreachable(new Error('x')),
      'The server could not be reached. Check your connection and try again.',
    ],
    [
      'how long to wait',
      toApiError(head(429, { 'retry-after': '700' }), ours({ code: 'rate_limited' })),
      'Too many attempts. Try again in 12 minutes.',
    ],
    [
      "the server's words where it does not say how long",
      toApiError(head(429), ours({ code: 'rate_limited' })),
      'Please wait.',
    ],
  ])('is %s', (_what, error, text) => {
    expect(errorText(error, FALLBACK)).toBe(text);
  });
});

describe('waitText', () => {
  it.each([
    [1, '1 second'],
    [60, '60 seconds'],
    [61, '2 minutes'],
    [720, '12 minutes'],
    [3600, '60 minutes'],
    [5400, '2 hours'],
  ])('[LOGIN-14] of %i seconds is %s', (seconds, text) => {
    expect(waitText(seconds)).toBe(text);
  });
});
