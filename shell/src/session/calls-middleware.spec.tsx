import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { moduleEndpoints, useMyJobs } from '@dps/contract/client';
import { aJob, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { ConnectionNotice } from '../connection/ConnectionNotice.tsx';
import { renderShell } from '../testing/render-shell.tsx';

const endpoints = moduleEndpoints('test', '1.0.0', (build) => ({
  advance: build.mutation<unknown, void>({
    query: () => ({ url: '/api/jobs/7', method: 'PATCH', body: {} }),
  }),
}));

function Page() {
  const { data: jobs } = useMyJobs();
  const [advance] = endpoints.advance.useMutation();
  return <button onClick={() => void advance()}>{jobs?.[0]?.status}</button>;
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'));

/** Renders the page with a job that the write advances, and a server that responds to the write as given. */
async function show(respond: Handlers[string], handlers: Handlers = {}) {
  let isAdvanced = false;
  const page = (
    <>
      <ConnectionNotice />
      <Page />
    </>
  );
  const { calls } = renderShell(page, {
    user: aPilot(),
    toasts: false,
    handlers: {
      'GET /api/jobs/pilot/:id': () => [aJob({ id: 7, status: isAdvanced ? 'review' : 'in-progress' })],
      'GET /api/health/live': () => ({}),
      'POST /api/telemetry': () => reply(204),
      'PATCH /api/jobs/7': (...request) => {
        isAdvanced = true;
        return respond?.(...request);
      },
      ...handlers,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'in-progress' }));
  return () => calls.filter(({ url }) => url.startsWith('/api/jobs/pilot/')).length;
}

describe('the data of a page after a failed write', () => {
  it('[LIST-10] is read again when the server responds after a write without a response', async () => {
    let isOnline = false;
    const reads = await show(lost, { 'GET /api/health/live': () => (isOnline ? {} : lost()) });
    expect(reads()).toBe(1);
    isOnline = true;
    act(() => void globalThis.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('button', { name: 'review' })).toBeDefined();
    expect(reads()).toBe(2);
  });

  it('is read again at once if only the write is blocked', async () => {
    const reads = await show(lost);
    expect(await screen.findByRole('button', { name: 'review' })).toBeDefined();
    expect(reads()).toBe(2);
  });

  it('[BROWSER-4] is read again once if the service worker answers in place of a server that responds', async () => {
    const kept = () => reply(200, [aJob({ id: 7, status: 'in-progress' })], { 'x-kept': '1' });
    const reads = await show(() => aJob({ id: 7 }), { 'GET /api/jobs/pilot/:id': kept });
    await waitFor(() => expect(reads()).toBe(2));
    await userEvent.click(screen.getByRole('button', { name: 'in-progress' }));
    expect(reads()).toBe(2);
  });

  it('is not read again if the server has refused the write', async () => {
    const reads = await show(() =>
      reply(500, { statusCode: 500, code: 'internal', message: 'x', requestId: 'r' }),
    );
    act(() => void globalThis.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.getByRole('button', { name: 'in-progress' })).toBeDefined());
    expect(reads()).toBe(1);
  });
});
