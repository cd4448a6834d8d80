import type { ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { JobStatus, JobView, UserView } from '@dps/contract';
import { renderInShell } from '@dps/ui/testing';
import DashboardPage from './DashboardPage.tsx';
import { useDashboardList } from './useDashboardList.tsx';
import { showPostedJob } from '../job-form/show-posted-job.ts';
import { assignedJob, CLIENT, jobDetail, PILOT } from '../testing/samples.ts';
import { deferredReply } from '../testing/show-pilot-job.tsx';

const DEADLINE = '2126-12-31T00:00:00.000Z';
const job = (id: number, status: JobStatus = 'in-progress') =>
  assignedJob({ id, title: `Roof ${id}`, status, budget: 10_000, deadline: DEADLINE });
const ALL = [job(30), job(29), job(28, 'review'), job(27, 'paid')];
/** Shows a page whose list loads until the test calls `complete`. */
function show(page: ReactNode, user: UserView = PILOT) {
  const list = deferredReply();
  const shell = renderInShell(page, {
    user,
    handlers: {
      'GET /api/jobs/pilot/:id': list.handler,
      'GET /api/jobs/client/:id': list.handler,
      'GET /api/flight-data/pilot/:id': () => [],
      'GET /api/jobs/:id': () => jobDetail(job(29)),
      'GET /api/jobs/:id/deliverables': () => [],
    },
    widget: ({ name, props }) =>
      name === 'flight-data.upload-form' && (
        <button onClick={props.onDone}>{`Save for job ${props.jobId}`}</button>
      ),
  });
  return { ...shell, complete: (jobs: JobView[] = ALL) => list.respond(jobs) };
}
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
const figure = (name: string) => within(screen.getByRole('group', { name })).getByText(/^\d+$/).textContent;
const headings = () => screen.queryAllByRole('heading', { level: 3 }).map((each) => each.textContent);

it.each([
  ['a pilot', PILOT, 'Completed Jobs', '1'],
  ['a client', CLIENT, 'Active Projects', '2'],
])(
  'the dashboard of %s shows figures and jobs once all jobs have loaded',
  async (_who, user, name, value) => {
    const { complete } = show(<DashboardPage />, user);
    expect(await screen.findByText('Loading jobs...')).toBeTruthy();
    expect(within(screen.getByRole('group', { name })).queryByText(/\d/, { selector: 'p' })).toBeNull();
    complete();
    await row('Roof 28');
    expect(screen.queryByText('Loading jobs...')).toBeNull();
    expect(figure(name)).toBe(value);
    // A short list has no headings.
    expect(headings()).toEqual([]);
  },
);

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

  it('[PDASH-33, PDASH-34] begins with the next job of a pilot, and has the filters behind a button', async () => {
    const { complete, events } = show(<DashboardPage />);
    complete([job(30, 'pending'), job(29), job(28, 'review')]);
    const next = within(await screen.findByRole('region', { name: 'Next to Do' }));
    expect(await next.findByRole('button', { name: 'Roof 29' })).toBeTruthy();
    expect(next.getByText(/^Due in .* days, Dec 31, 2126$/)).toBeTruthy();
    expect(next.getByRole('button', { name: 'Increase progress by 5%' })).toBeTruthy();
    await events.click(next.getByRole('button', { name: 'Log Flight' }));
    const form = within(await screen.findByRole('dialog', { name: 'Log Flight: Roof 29' }));
    await events.click(form.getByRole('button', { name: 'Save for job 29' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await events.click(next.getByRole('button', { name: 'Update to Review' }));
    expect(await screen.findByRole('alertdialog', { name: 'Hand this job over for review?' })).toBeTruthy();
    await events.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.queryByRole('combobox')).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Filters' }));
    expect(screen.getByRole('combobox', { name: 'Status' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toBeTruthy();
  });

  it('[PDASH-33] has no card of a pilot without open jobs', async () => {
    const { complete } = show(<DashboardPage />);
    complete([job(28, 'review')]);
    await row('Roof 28');
    expect(screen.queryByRole('region', { name: 'Next to Do' })).toBeNull();
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
  const { complete, events } = show(<DashboardPage />);
  complete([...jobs, job(20, 'completed'), job(21, 'paid')]);
  await row('Roof 5');
  expect(headings()).toEqual(['In Progress 5 jobs', 'Review 4 jobs', 'Completed 1 job']);
  await events.click(screen.getByRole('button', { name: 'Show paid jobs (1)' }));
  expect(headings()).toEqual(['In Progress 5 jobs', 'Review 4 jobs', 'Completed 1 job', 'Paid 1 job']);
  await events.click(screen.getByRole('combobox', { name: 'Sort by' }));
  await events.click(screen.getByRole('option', { name: 'Deadline' }));
  expect(headings()).toEqual([]);
});
