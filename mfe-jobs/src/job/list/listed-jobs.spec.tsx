import type { ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { JobStatus, JobView, UserView } from '@dps/contract';
import type { Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import DashboardPage from '../../dashboard/DashboardPage.tsx';
import { useDashboardList } from '../../dashboard/useDashboardList.tsx';
import { showPostedJob } from '../../job-form/show-posted-job.ts';
import JobsPage from '../../jobs/JobsPage.tsx';
import SchedulePage from '../../schedule/SchedulePage.tsx';
import { assignedJob, CLIENT, jobDetail, PILOT } from '../../testing/samples.ts';
import { deferredReply } from '../../testing/show-pilot-job.tsx';

const DEADLINE = '2126-12-31T00:00:00.000Z';
const job = (id: number, status: JobStatus = 'in-progress') =>
  assignedJob({ id, title: `Roof ${id}`, status, budget: 100, deadline: DEADLINE });
const FIRST = [job(30), job(29)];
const ALL = [...FIRST, job(28, 'review'), job(27, 'paid')];
const SUMMARY = {
  totals: [
    { status: 'in-progress', count: 2, budget: 200 },
    { status: 'review', count: 1, budget: 100 },
    { status: 'paid', count: 1, budget: 100 },
  ],
  first: FIRST,
};

/** Shows a page whose complete list loads until the test calls `complete`. */
function show(page: ReactNode, options: { path?: string; user?: UserView; handlers?: Handlers } = {}) {
  const { path = '/', user = PILOT, handlers = {} } = options;
  const list = deferredReply();
  const shell = renderInShell(page, {
    user,
    path,
    handlers: {
      'GET /api/jobs/pilot/:id': list.handler,
      'GET /api/jobs/client/:id': list.handler,
      'GET /api/jobs/summary': () => SUMMARY,
      'GET /api/flight-data/pilot/:id': () => [],
      'GET /api/jobs/:id': ({ url }) => jobDetail(job(Number(url.split('/').pop()))),
      'GET /api/jobs/:id/deliverables': () => [],
      ...handlers,
    },
  });
  return { ...shell, complete: (jobs: JobView[] = ALL) => list.answer(jobs) };
}
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
const figure = (name: string) =>
  within(screen.getByRole('group', { name })).getByText(/\d/, { selector: 'p' }).textContent;
const headings = () => screen.queryAllByRole('heading', { level: 3 }).map((each) => each.textContent);
const loadsMore = () => screen.queryByText('Loading more jobs...');

describe('while all jobs load', () => {
  it.each([
    ['a pilot', PILOT, 'Completed Jobs', '1'],
    ['a client', CLIENT, 'Active Projects', '2'],
  ])(
    '[JOBS-20] the dashboard of %s shows the first jobs and the figures of all',
    async (_who, user, name, value) => {
      const { calls, complete } = show(<DashboardPage />, { user });
      await row('Roof 30');
      expect(figure(name)).toBe(value);
      expect(loadsMore()).toBeTruthy();
      expect(calls.map(({ url }) => url)).toContain('/api/jobs/summary?order=next');
      complete();
      await row('Roof 28');
      expect(loadsMore()).toBeNull();
      expect(figure(name)).toBe(value);
      // A short list has no headings.
      expect(headings()).toEqual([]);
    },
  );

  it('the dashboard requests the first jobs of another order and of a status', async () => {
    const { events, calls } = show(<DashboardPage />, { path: '/?status=review' });
    await waitFor(() =>
      expect(calls.map(({ url }) => url)).toContain('/api/jobs/summary?order=next&status=review'),
    );
    await events.click(screen.getByRole('combobox', { name: 'Sort by' }));
    await events.click(screen.getByRole('option', { name: 'Value' }));
    await waitFor(() =>
      expect(calls.map(({ url }) => url)).toContain('/api/jobs/summary?order=value&status=review'),
    );
  });

  it('the dashboard does not claim that there are no jobs if the first ones are folded away', async () => {
    const paid = { status: 'paid', count: 12, budget: 1200 };
    const { complete } = show(<DashboardPage />, {
      handlers: {
        'GET /api/jobs/summary': () => ({ totals: [...SUMMARY.totals, paid], first: [job(27, 'paid')] }),
      },
    });
    await waitFor(() => expect(figure('Completed Jobs')).toBe('12'));
    expect(screen.getByText('Loading jobs...')).toBeTruthy();
    complete();
    await row('Roof 28');
  });

  it('[JOBS-21] the jobs page shows the number of all jobs, and that of matches and no match once the list is complete', async () => {
    const { complete, events } = show(<JobsPage />);
    await row('Roof 29');
    expect(screen.getByText('4 of 4 jobs')).toBeTruthy();
    const search = screen.getByLabelText('Search jobs');
    await events.type(search, '29');
    expect(screen.queryByText(/of \d+ jobs/)).toBeNull();
    expect(await row('Roof 29')).toBeTruthy();
    expect(loadsMore()).toBeTruthy();
    await events.type(search, '{Backspace}8');
    expect(screen.getByText('Loading jobs...')).toBeTruthy();
    expect(screen.queryByText('No jobs found matching your criteria.')).toBeNull();
    complete();
    await row('Roof 28');
    expect(screen.getByText('1 of 4 jobs')).toBeTruthy();
  });

  it('[JOBS-20] the schedule shows the first upcoming jobs', async () => {
    const { calls, complete } = show(<SchedulePage />);
    expect(await screen.findByText('Roof 30')).toBeTruthy();
    expect(loadsMore()).toBeTruthy();
    expect(calls.some(({ url }) => url.includes('order=deadline&deadlineFrom='))).toBe(true);
    complete();
    expect(await screen.findByText('Roof 28')).toBeTruthy();
    expect(loadsMore()).toBeNull();
  });

  it('a dialog opens for a first job, and waits for the list for another one', async () => {
    const first = show(<JobsPage />, { path: '/jobs?job=29' });
    expect(await screen.findByRole('dialog', { name: 'Roof 29' })).toBeTruthy();
    first.unmount();
    const { complete } = show(<JobsPage />, { path: '/jobs?job=28' });
    await row('Roof 30');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    complete();
    expect(await screen.findByRole('dialog', { name: 'Roof 28' })).toBeTruthy();
  });

  it('a status change shows in its row at once', async () => {
    const patch = deferredReply();
    const { events } = show(<DashboardPage />, { handlers: { 'PATCH /api/jobs/:id': patch.handler } });
    const first = within(await row('Roof 30'));
    await events.click(first.getByRole('button', { name: /Mark as Review/ }));
    expect(first.getByText('Review')).toBeTruthy();
  });
});

describe('a dashboard on a phone', () => {
  beforeEach(() => {
    globalThis.matchMedia = (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('max-width'),
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'matchMedia'));

  /** The list without its table, which is slow to render. */
  function Cards() {
    const { rows, foot } = useDashboardList('pilot');
    return (
      <>
        <output>{rows?.length}</output>
        {foot}
      </>
    );
  }

  it('[PDASH-31, CDASH-22] shows 20 more jobs at a time, and offers the paid ones after the rest', async () => {
    const { events, complete } = show(<Cards />);
    complete([...[...Array(25).keys()].map((n) => job(n + 1)), job(27, 'paid')]);
    const press = (name: string) => events.click(screen.getByRole('button', { name }));
    expect(await screen.findByText('20')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /paid jobs/ })).toBeNull();
    await press('Show more (5)');
    expect(screen.getByText('25')).toBeTruthy();
    await press('Show paid jobs (1)');
    expect(screen.getByText('26')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Hide paid jobs' })).toBeTruthy();
  });

  it('shows as many jobs as are before the posted one', async () => {
    const scrolled = jest.spyOn(globalThis, 'scrollBy').mockImplementation(() => {});
    const { complete } = show(<Cards />);
    complete([...Array(50).keys()].map((n) => job(n + 1)));
    expect(await screen.findByText('20')).toBeTruthy();
    act(() => showPostedJob(33));
    expect(screen.getByText('40')).toBeTruthy();
    expect(scrolled).toHaveBeenCalled();
    scrolled.mockRestore();
  });
});

it('[PDASH-30, CDASH-21] headings group a long list by the next step, and are left out in an order by deadline', async () => {
  const jobs = [...Array(9).keys()].map((n) => job(n + 1, n < 4 ? 'review' : 'in-progress'));
  const { calls, complete, events } = show(<DashboardPage />);
  complete([...jobs, job(20, 'completed'), job(21, 'paid')]);
  await row('Roof 5');
  expect(headings()).toEqual(['In Progress 5 jobs', 'Review 4 jobs', 'Completed 1 job']);
  await events.click(screen.getByRole('button', { name: 'Show paid jobs (1)' }));
  expect(headings()).toEqual(['In Progress 5 jobs', 'Review 4 jobs', 'Completed 1 job', 'Paid 1 job']);
  const before = calls.length;
  await events.click(screen.getByRole('combobox', { name: 'Sort by' }));
  await events.click(screen.getByRole('option', { name: 'Deadline' }));
  expect(headings()).toEqual([]);
  // A loaded list needs no summary.
  expect(calls).toHaveLength(before);
});
