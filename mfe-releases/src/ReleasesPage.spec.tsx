import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReleaseOverview } from '@dps/contract';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import ReleasesPage from './ReleasesPage.tsx';
import { texts } from './texts.ts';

const GATEWAY = 'http://gateway:4200';
const pages = (count: number, failed: number) => ({ pages: count, failed });
const NO_PAGES = pages(0, 0);
const OVERVIEW: ReleaseOverview = {
  revision: 5,
  problems: [],
  parts: [
    { name: 'shell', title: 'Shell', stable: '1.0.0', inactive: false, earlier: [] },
    {
      name: 'jobs',
      title: 'Jobs',
      owner: 'Jobs team',
      stable: '1.1.0',
      inactive: false,
      earlier: ['1.1.0', '1.0.0'],
      canary: { version: '1.2.0', users: '5 of 100 users' },
      health: {
        judgement: 'worse',
        isReachable: true,
        points: [
          { at: '2026-11-02T10:00:00.000Z', canary: NO_PAGES, stable: NO_PAGES },
          { at: '2026-11-02T10:00:05.000Z', canary: pages(40, 10), stable: pages(800, 4) },
        ],
      },
    },
    { name: 'weather', title: 'Weather', stable: '0.1.0', inactive: true, earlier: [] },
  ],
  history: [
    {
      revision: 5,
      at: '2026-11-02T09:59:00.000Z',
      by: 'ada',
      owner: 'Jobs team',
      key: '0123456789abcdef',
      summary: 'canary jobs 1.2.0 for 5 of 100 users',
    },
  ],
  uses: [{ module: 'jobs', version: '1.1.0', imports: { '@dps/ui': ['Button', 'Icon'] }, shows: ['a.b'] }],
  served: [{ url: GATEWAY, revision: 5 }],
};

const open = (given: Partial<ReleaseOverview> = {}, handlers: Handlers = {}) =>
  renderInShell(<ReleasesPage />, {
    user: aPilot(),
    path: '/releases',
    handlers: { 'GET /api/releases': () => ({ ...OVERVIEW, ...given }), ...handlers },
  });

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const dialog = () => screen.findByRole('dialog', { name: 'Roll back Jobs' });
const REQUEST = { rollback: 'jobs', to: '1.0.0', signature: { revision: 6, key: 'k', value: 'v' } };

afterEach(() => void jest.useRealTimers());

describe('ReleasesPage', () => {
  it('[RELEASES-2, RELEASES-3, RELEASES-4] shows a loading text, and then the releases, their health and who changed what', async () => {
    const response = Promise.withResolvers<ReleaseOverview>();
    open({}, { 'GET /api/releases': () => response.promise });
    expect(screen.getAllByText(texts.loading).length).toBeGreaterThan(0);
    response.resolve(OVERVIEW);
    const jobs = await row(/^Jobs /);
    expect(jobs.getByText('Jobs team')).toBeTruthy();
    expect(jobs.getByText('1.1.0')).toBeTruthy();
    expect(jobs.getByText('1.2.0 for 5 of 100 users')).toBeTruthy();
    expect((await row(/^Weather /)).getByText('Withdrawn')).toBeTruthy();
    expect((await row(/^Shell /)).queryByRole('button')).toBeNull();
    const health = within(screen.getByRole('region', { name: 'Health of Jobs' }));
    expect(health.getByRole('img', { name: 'Health of Jobs' })).toBeTruthy();
    expect(health.getByText('Worse than stable')).toBeTruthy();
    expect(health.getByText('Canary 1.2.0: 40 pages, 10 failed (25%)')).toBeTruthy();
    expect(health.getByText('Stable 1.1.0: 800 pages, 4 failed (0.5%)')).toBeTruthy();
    const change = await row(/^canary jobs/);
    for (const text of ['ada', 'Jobs team', '01234567', '5']) expect(change.getByText(text)).toBeTruthy();
  });

  it('[RELEASES-5] shows the uses as a graph and as a table, of one module too', async () => {
    const { events } = open();
    expect(await screen.findByRole('img', { name: /^2 links/ })).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Show as table' }));
    const uses = within(screen.getByRole('table', { name: 'Who uses what' }));
    expect(uses.getByRole('row', { name: 'jobs 1.1.0 @dps/ui Contract Button, Icon' })).toBeTruthy();
    expect(uses.getByRole('row', { name: 'jobs 1.1.0 a.b Widget –' })).toBeTruthy();
    await events.click(screen.getByRole('combobox', { name: 'Module' }));
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(['All modules', 'Jobs']);
  });

  it.each<[string, Partial<ReleaseOverview>, (string | RegExp)[]]>([
    [
      'no canary, no history and no uses',
      { parts: OVERVIEW.parts.slice(0, 1), history: [], uses: [] },
      [texts.health.none, texts.history.empty, texts.uses.empty],
    ],
    [
      'a damaged store and a late gateway',
      {
        problems: ['revisions/6.json: it is not valid JSON'],
        served: [{ url: GATEWAY, revision: 4 }],
      },
      [/store has a problem/, `${GATEWAY} still serves revision 4.`],
    ],
  ])('[RELEASES-14] states %s', async (_case, given, shown) => {
    open(given);
    for (const text of shown) expect(await screen.findByText(text)).toBeTruthy();
  });

  it('[RELEASES-1, RELEASES-15] shows other users the page for unknown addresses', async () => {
    document.title = 'Releases – Drone Pilot Surveys';
    open({}, { 'GET /api/releases': () => reply(404, { code: 'not_found', message: 'No.' }) });
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
    expect(document.title).toBe('404 Page Not Found – Drone Pilot Surveys');
    expect(screen.queryByText('Releases')).toBeNull();
  });

  it.each([
    ['once if the server refuses the releases', () => reply(404, { code: 'not_found', message: 'No.' }), 1],
    ['every five seconds otherwise', () => OVERVIEW, 3],
  ])('[RELEASES-16] reads them %s', async (_often, handler, reads) => {
    jest.useFakeTimers();
    const { calls } = open({}, { 'GET /api/releases': handler });
    await act(() => jest.advanceTimersByTimeAsync(12_000));
    expect(calls.map(({ url }) => url)).toEqual(Array.from({ length: reads }, () => '/api/releases'));
  });

  it('shows an error with a retry', async () => {
    let fails = true;
    const failure = { code: 'unavailable', message: 'The store is away.', requestId: 'r-1' };
    const { events } = open({}, { 'GET /api/releases': () => (fails ? reply(503, failure) : OVERVIEW) });
    expect((await screen.findByRole('alert')).textContent).toContain('The store is away.');
    fails = false;
    await events.click(screen.getByRole('button', { name: /again|retry/i }));
    expect(await screen.findByRole('row', { name: /^Jobs / })).toBeTruthy();
  });
});

describe('the rollback', () => {
  const start = async (handlers: Handlers) => {
    const shell = open({}, handlers);
    await shell.events.click(await screen.findByRole('button', { name: 'Roll back Jobs' }));
    const shown = within(await dialog());
    await shell.events.click(shown.getByRole('combobox', { name: 'Roll back to' }));
    await shell.events.click(screen.getByRole('option', { name: '1.0.0' }));
    const confirm = shown.getByRole<HTMLButtonElement>('button', { name: /^Roll back to/ });
    return { ...shell, shown, confirm };
  };

  it('[RELEASES-6] states the effects and the command, and needs the signed request for this rollback', async () => {
    const { events, shown, confirm } = await start({});
    expect(shown.getByText('All users get Jobs 1.0.0 on their next page.')).toBeTruthy();
    expect(shown.getByText(/The canary 1.2.0 ends/)).toBeTruthy();
    expect(shown.getByText(/sign-request jobs --to 1\.0\.0 --served-by http/)).toBeTruthy();
    expect(confirm.disabled).toBe(true);
    const field = shown.getByRole('textbox', { name: 'Signed request' });
    await events.click(field);
    await events.paste(JSON.stringify({ ...REQUEST, to: '0.9.0' }));
    expect(shown.getByText('This request rolls back jobs to 0.9.0.')).toBeTruthy();
    expect(confirm.disabled).toBe(true);
    await events.clear(field);
    await events.paste(JSON.stringify(REQUEST));
    expect(confirm.disabled).toBe(false);
  });

  const fill = async ({ events, shown }: Awaited<ReturnType<typeof start>>) => {
    await events.click(shown.getByRole('textbox', { name: 'Signed request' }));
    await events.paste(JSON.stringify(REQUEST));
    await events.click(shown.getByRole('textbox', { name: /^Reason/ }));
    await events.paste('Uploads fail');
  };

  it('[RELEASES-11] sends the request with the reason, and follows it until the product serves it', async () => {
    let revision = 5;
    const started = await start({
      'POST /api/releases/rollback': () => ({ revision: 6 }),
      'GET /api/releases': () => ({ ...OVERVIEW, served: [{ url: GATEWAY, revision }] }),
    });
    await fill(started);
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    jest.useFakeTimers();
    fireEvent.click(started.confirm);
    await pass(0);
    expect(screen.getByText(texts.rollback.stored(6))).toBeTruthy();
    const sent = started.calls.find(({ method }) => method === 'POST')?.body;
    expect(sent).toEqual({ request: REQUEST, reason: 'Uploads fail' });
    revision = 6;
    await pass(5_000);
    expect(screen.getByText(texts.rollback.done('Jobs', '1.0.0'))).toBeTruthy();
    jest.useRealTimers();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? started.confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('[RELEASES-12] keeps the input and shows the reason of a refusal', async () => {
    const message = 'The key k may not release jobs.';
    const started = await start({
      'POST /api/releases/rollback': () => reply(403, { code: 'forbidden', message }),
    });
    await fill(started);
    await started.events.click(started.confirm);
    expect((await started.shown.findByRole('alert')).textContent).toContain(message);
    const request = started.shown.getByRole('textbox', { name: 'Signed request' });
    expect(request).toHaveProperty('value', JSON.stringify(REQUEST));
    expect(started.confirm.disabled).toBe(false);
  });
});
