import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { aPilot, type Handlers } from '@dps/contract/testing';
import { useMyJobs } from '@dps/contract/client';
import { renderShell } from '../testing/render-shell.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';

const LIVE = 'GET /api/health/live';
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const dispatch = (type: 'online' | 'offline') =>
  act(() => {
    globalThis.dispatchEvent(new Event(type));
  });
const notice = () => document.querySelector('[aria-live="polite"]')?.textContent;

function Page() {
  const { refetch } = useMyJobs();
  return <button onClick={() => void refetch()}>Read</button>;
}

function renderNotice(handlers: Handlers) {
  const page = (
    <>
      <ConnectionNotice />
      <Page />
    </>
  );
  return renderShell(page, {
    user: aPilot(),
    toasts: false,
    handlers: { 'GET /api/jobs/pilot/:id': () => [], ...handlers },
  });
}

describe('the notice of a lost connection', () => {
  it('[MODULE-6] shows from the loss of the network until the server responds', async () => {
    let answers = false;
    renderNotice({ [LIVE]: () => (answers ? {} : unreachable()) });
    expect(notice()).toBe('');
    dispatch('offline');
    expect(notice()).toContain('You are offline');
    dispatch('online');
    expect(notice()).toContain('You are offline');
    answers = true;
    dispatch('online');
    await waitFor(() => expect(notice()).toBe(''));
  });

  it('shows after a call without a response, until a call succeeds', async () => {
    let answers = false;
    const { events } = renderNotice({
      [LIVE]: unreachable,
      'GET /api/jobs/pilot/:id': () => (answers ? [] : unreachable()),
    });
    await waitFor(() => expect(notice()).toContain('Nothing is lost.'));
    answers = true;
    await events.click(screen.getByRole('button', { name: 'Read' }));
    await waitFor(() => expect(notice()).toBe(''));
  });

  it('[BROWSER-3] does not show after one blocked call: the server responds to a check', async () => {
    const notices: unknown[] = [];
    const { events } = renderNotice({
      [LIVE]: () => {
        notices.push(notice());
        return {};
      },
      'GET /api/jobs/pilot/:id': unreachable,
    });
    await waitFor(() => expect(notices).toEqual(['']));
    await events.click(screen.getByRole('button', { name: 'Read' }));
    await waitFor(() => expect(notices).toEqual(['', '']));
    expect(notice()).toBe('');
  });

  it('requests the server every 5 s', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { calls } = renderNotice({ [LIVE]: unreachable });
    // The first requests of the page succeed.
    await act(() => jest.advanceTimersByTimeAsync(100));
    dispatch('offline');
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    jest.useRealTimers();
    expect(calls.filter(({ url }) => url === '/api/health/live')).toHaveLength(2);
  });
});
