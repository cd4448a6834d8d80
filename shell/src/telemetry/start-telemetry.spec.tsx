import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { telemetryBody, type TelemetryBody } from '@dps/contract';
import { moduleEndpoints, reportFailure } from '@dps/contract/client';
import { reply } from '@dps/contract/testing';
import { startSession } from '../session/shell-session.ts';
import { createStore } from '../store.tsx';
import { startTelemetry } from './start-telemetry.ts';

const whose = { module: 'jobs', version: '1.2.0' };
const page = 'http://localhost/modules/jobs/1.2.0/assets/page.js:1:4711';

const jobsApi = moduleEndpoints(whose.module, whose.version, (build) => ({
  detail: build.query<unknown, number>({ query: (id) => ({ url: `/api/jobs/${id}` }) }),
}));

const sent: { options: RequestInit | undefined; report: TelemetryBody }[] = [];
let respond: () => Response = () => reply(200, {});
beforeAll(() => {
  globalThis.fetch = (input, options) => {
    if (input !== '/api/telemetry') return Promise.resolve(respond());
    const body = typeof options?.body === 'string' ? options.body : '';
    sent.push({ options, report: telemetryBody.validateSync(JSON.parse(body)) });
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  startTelemetry();
  startSession(() => Promise.resolve());
});
beforeEach(() => {
  sent.length = 0;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => void jest.restoreAllMocks());

/** Unloads the page and returns its report. */
function unload(): TelemetryBody {
  globalThis.dispatchEvent(new Event('pagehide'));
  return sent.at(-1)?.report ?? {};
}

const refusal = (status: number, code: string) => () =>
  reply(status, { code, message: 'Of Ada', requestId: 'trace-1234' });

async function failToRead(): Promise<unknown> {
  const { error } = await createStore().dispatch(jobsApi.detail.initiate(17));
  return error;
}

describe('the telemetry', () => {
  it('reports a failed call once, with its release and request id, without its content', async () => {
    respond = refusal(503, 'unavailable');
    const error = await failToRead();
    // A module reports it, too.
    reportFailure({ ...whose, operation: 'job-detail.read', error });
    const call = { ...whose, operation: 'detail', status: 503, code: 'unavailable' };
    expect(unload().failures).toEqual([{ ...call, requestId: 'trace-1234', count: 1 }]);
  });

  it.each([
    [401, 'unauthenticated'],
    [409, 'job_not_available'],
  ])('does not report an expected refusal: %i', async (status, code) => {
    respond = refusal(status, code);
    await failToRead();
    expect(unload()).toEqual({});
  });

  it('reports other failures of modules', () => {
    reportFailure({ ...whose, operation: 'job-detail.print', error: new Error('No paper for Ada') });
    expect(unload().failures).toEqual([{ ...whose, operation: 'job-detail.print', count: 1 }]);
  });

  it.each([
    ['threw', (error: Error) => new ErrorEvent('error', { error })],
    [
      'rejected',
      (error: Error) => Object.assign(new Event('unhandledrejection'), { reason: error, promise: null }),
    ],
  ])('reports an uncaught error that a script %s', async (_how, event) => {
    const error = new RangeError('Maximum call stack size exceeded');
    error.stack = `RangeError\n    at Row (${page})`;
    globalThis.dispatchEvent(event(error));
    const expected = {
      ...whose,
      errorName: 'RangeError',
      message: 'Maximum call stack size exceeded',
      place: 'assets/page.js:1:4711',
      count: 1,
    };
    await waitFor(() => expect(unload().scriptErrors).toEqual([expected]));
  });
});

describe('a report', () => {
  it('is sent when the page is hidden, as JSON with keepalive and without credentials, and its failure is not reported', async () => {
    reportFailure({ ...whose, operation: 'job-detail.print', error: new Error('x') });
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent[0]?.options).toMatchObject({
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
    });
    await Promise.resolve();
    unload();
    expect(sent).toHaveLength(1);
  });
});
