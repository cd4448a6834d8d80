import { jest } from '@jest/globals';
import { toApiError } from './api-error.ts';
import { receiveFailures, reportFailure, type Failure } from './report-failure.ts';

const refused = (body: string) =>
  toApiError({ status: 503, statusText: 'Service Unavailable', headers: new Headers() }, body);
const ours = JSON.stringify({ code: 'unavailable', message: 'Busy', requestId: 'r-1' });
const thrown = new TypeError('no such field');
const failure = (error: unknown): Failure => ({
  module: 'jobs',
  version: '1.2.0',
  operation: 'job-detail.read',
  error,
});

const log = jest.spyOn(console, 'error');
beforeEach(() => void log.mockReset().mockImplementation(() => undefined));
afterAll(() => log.mockRestore());

describe('a failure that is reported', () => {
  it.each([
    ['the response to a call and its id', refused(ours), `503: ${ours} (request r-1)`],
    ['a response of another server', refused('<h1>Busy</h1>'), '503: <h1>Busy</h1>'],
    ['what was thrown, with its stack', thrown, thrown],
    ['what is no error at all', undefined, undefined],
  ])('is logged with %s', (_what, error, line) => {
    reportFailure(failure(error));
    expect(log.mock.calls).toEqual([['jobs 1.2.0 job-detail.read failed:', line]]);
  });

  it('is passed to the receiver', () => {
    const received: Failure[] = [];
    receiveFailures((each) => received.push(each));
    reportFailure(failure(thrown));
    expect(received).toEqual([failure(thrown)]);
  });

  it('does not throw when the receiver throws', () => {
    receiveFailures(() => {
      throw new Error('The shell is broken');
    });
    expect(() => reportFailure(failure(thrown))).not.toThrow();
    expect(log).toHaveBeenCalledTimes(2);
  });
});
