import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { aJob, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { moduleEndpoints, useMyJobs } from '@dps/contract/client';
import { renderShell } from '../testing/render-shell.tsx';
import { ConnectionNotice } from '../frame/SlimFrame.tsx';

const LIVE = 'GET /api/health/live';
const JOBS = 'GET /api/jobs/pilot/:id';
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const dispatch = (type: 'online' | 'offline') =>
  act(() => {
    globalThis.dispatchEvent(new Event(type));
  });
const notice = () => document.querySelector('[aria-live="polite"]')?.textContent;

const endpoints = moduleEndpoints('test', '1.0.0', (build) => ({
  advance: build.mutation<unknown, void>({
    query: () => ({ url: '/api/jobs/7', method: 'PATCH', body: {} }),
  }),
}));

function Page() {
  const { data: jobs, refetch } = useMyJobs();
  const [advance] = endpoints.advance.useMutation();
  return (
    <>
      <button onClick={() => void refetch()}>Read</button>
      <button onClick={() => void advance()}>{jobs?.[0]?.status}</button>
    </>
  );
}

function renderNotice(handlers: Handlers) {
  const page = (
    <>
      <ConnectionNotice />
      <Page />
    </>
  );
  const shell = renderShell(page, {
    user: aPilot(),
    toasts: false,
    handlers: { [JOBS]: () => [], 'POST /api/telemetry': () => reply(204), ...handlers },
  });
  return { ...shell, count: (part: string) => shell.calls.filter(({ url }) => url.startsWith(part)).length };
}

describe('the notice of a lost connection', () => {
  it('[MODULE-6] shows from the loss of the network until the server responds', async () => {
    let isReachable = false;
    renderNotice({ [LIVE]: () => (isReachable ? {} : unreachable()) });
    expect(notice()).toBe('');
    dispatch('offline');
    expect(notice()).toContain('You are offline');
    dispatch('online');
    expect(notice()).toContain('You are offline');
    isReachable = true;
    dispatch('online');
    await waitFor(() => expect(notice()).toBe(''));
  });

  it('shows after a call without a response, until a call succeeds', async () => {
    let isReachable = false;
    const { events } = renderNotice({
      [LIVE]: unreachable,
      [JOBS]: () => (isReachable ? [] : unreachable()),
    });
    await waitFor(() => expect(notice()).toContain('Nothing is lost.'));
    isReachable = true;
    await events.click(screen.getByRole('button', { name: 'Read' }));
    await waitFor(() => expect(notice()).toBe(''));
  });

  it('[BROWSER-3] does not show after one blocked call: the server responds to a check', async () => {
    const notices: unknown[] = [];
    const live = () => {
      notices.push(notice());
      return {};
    };
    const { events } = renderNotice({ [LIVE]: live, [JOBS]: unreachable });
    await waitFor(() => expect(notices).toEqual(['']));
    await events.click(screen.getByRole('button', { name: 'Read' }));
    await waitFor(() => expect(notices).toEqual(['', '']));
    expect(notice()).toBe('');
  });

  it('requests the server every 5 s', async () => {
    jest.useFakeTimers();
    const { count } = renderNotice({ [LIVE]: unreachable });
    // The first requests of the page succeed.
    await act(() => jest.advanceTimersByTimeAsync(100));
    dispatch('offline');
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    jest.useRealTimers();
    expect(count('/api/health/live')).toBe(2);
  });
});

describe('the data of a page after a failed write', () => {
  /** Renders a job that the write advances, and a server that responds to the write as given. */
  async function show(respond: () => unknown, handlers: Handlers = {}) {
    let isAdvanced = false;
    const { count, events } = renderNotice({
      [JOBS]: () => [aJob({ id: 7, status: isAdvanced ? 'review' : 'in-progress' })],
      [LIVE]: () => ({}),
      'PATCH /api/jobs/7': () => {
        isAdvanced = true;
        return respond();
      },
      ...handlers,
    });
    await events.click(await screen.findByRole('button', { name: 'in-progress' }));
    return { events, reads: () => count('/api/jobs/pilot/') };
  }

  it('[LIST-10] is read again when the server responds after a write without a response', async () => {
    let isOnline = false;
    const { reads } = await show(unreachable, { [LIVE]: () => (isOnline ? {} : unreachable()) });
    expect(reads()).toBe(1);
    isOnline = true;
    dispatch('online');
    expect(await screen.findByRole('button', { name: 'review' })).toBeTruthy();
    expect(reads()).toBe(2);
  });

  it('is read again at once if only the write is blocked', async () => {
    const { reads } = await show(unreachable);
    expect(await screen.findByRole('button', { name: 'review' })).toBeTruthy();
    expect(reads()).toBe(2);
  });

  it('[BROWSER-4] is read again once if the service worker responds in place of a reachable server', async () => {
    const kept = () => reply(200, [aJob({ id: 7, status: 'in-progress' })], { 'x-kept': '1' });
    const { events, reads } = await show(() => aJob({ id: 7 }), { [JOBS]: kept });
    await waitFor(() => expect(reads()).toBe(2));
    await events.click(screen.getByRole('button', { name: 'in-progress' }));
    expect(reads()).toBe(2);
  });

  it('is not read again if the server has refused the write', async () => {
    const { reads } = await show(() => reply(500, { code: 'internal', message: 'x', requestId: 'r' }));
    dispatch('online');
    await waitFor(() => expect(screen.getByRole('button', { name: 'in-progress' })).toBeTruthy());
    expect(reads()).toBe(1);
  });
});
