import type { ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useMyJobs } from '@dps/contract/client';
import { aJob, aPilot } from '@dps/contract/testing';
import { DataTable } from '../table/DataTable.tsx';
import { renderInShell } from '../testing/render-in-shell.tsx';
import { LoadingShape } from './LoadingShape.tsx';

const SLOW = 'This takes longer than usual. The server has not responded for 10 seconds.';
const placeholders = <LoadingShape text="Loading jobs..." shape="rows" />;
const table = (
  <DataTable
    label="Jobs"
    columns={[]}
    rows={[]}
    rowKey={String}
    empty={null}
    loading={{ text: 'Loading jobs...' }}
  />
);

/** Shows the title of the user's job; `loading` until the response. */
function Page({ loading }: { loading: ReactNode }) {
  const { data } = useMyJobs();
  return data ? <p>{data[0]?.title}</p> : loading;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Ends the requests without a response. */
let hangUp: (reason: Error) => void;
let hanging: Promise<never>;

beforeEach(() => {
  jest.useFakeTimers();
  const { promise, reject } = Promise.withResolvers<never>();
  [hanging, hangUp] = [promise, reject];
});
afterEach(async () => {
  await act(async () => hangUp(new Error('The test has ended')));
  jest.useRealTimers();
});

describe.each([
  ['placeholders', placeholders],
  ['a table', table],
])('a load without a response, shown by %s', (_what, loading) => {
  /** The server responds to the second request only. */
  function show() {
    let requests = 0;
    return renderInShell(<Page loading={loading} />, {
      user: aPilot(),
      handlers: {
        'GET /api/jobs/pilot/:id': () => {
          requests += 1;
          return requests === 1 ? hanging : [aJob({ title: 'Roof' })];
        },
      },
    });
  }
  const status = () => screen.getByRole('status');

  it('[BROWSER-1, BROWSER-2] shows after 10 s the reason and Retry, which sends the request again', async () => {
    const { calls } = show();
    await pass(9_900);
    expect(status().textContent).toBe('Loading jobs...');
    await pass(100);
    expect(within(status()).getByText('Loading jobs...')).toBeTruthy();
    expect(within(status()).getByText(SLOW)).toBeTruthy();
    expect(calls).toHaveLength(1);
    jest.useRealTimers();
    fireEvent.click(within(status()).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Roof')).toBeTruthy();
    expect(calls).toHaveLength(2);
    expect(screen.queryByText(SLOW)).toBeNull();
  });
});

it('Retry keeps the focus, and reports the next 10 s without a response', async () => {
  const { calls } = renderInShell(<Page loading={placeholders} />, {
    user: aPilot(),
    handlers: { 'GET /api/jobs/pilot/:id': () => hanging },
  });
  await pass(10_000);
  const retry = screen.getByRole('button', { name: 'Retry' });
  act(() => retry.focus());
  fireEvent.click(retry);
  await pass(0);
  expect(screen.getByText('Trying again...')).toBeTruthy();
  expect(document.activeElement).toBe(retry);
  await pass(10_000);
  expect(screen.getByText(SLOW)).toBeTruthy();
  expect(calls).toHaveLength(2);
});
