import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { JobView } from '@dps/contract';
import { reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { fillJobForm, resetForms } from '../testing/job-form.ts';
import { assignedJob, CLIENT, jobDetail, PILOT, sampleJob } from '../testing/samples.ts';
import JobsPage from './JobsPage.tsx';

const JOBS = [
  assignedJob({ id: 1, title: 'Roof', surveyType: 'Mapping', budget: 500 }),
  assignedJob({ id: 2, title: 'Vineyard', surveyType: 'Crop Analysis', budget: 500.01, status: 'paid' }),
  assignedJob({ id: 3, title: 'Café', budget: 2000, deadline: '2027-01-01T00:00:00.000Z' }),
];

async function show(path = '/jobs', jobs: JobView[] = JOBS) {
  const shell = renderInShell(<JobsPage />, {
    user: PILOT,
    path,
    handlers: { 'GET /api/jobs/pilot/:id': () => jobs },
  });
  await screen.findByText(/^\d+ of \d+ jobs?$/);
  return shell;
}
const titles = () =>
  screen
    .queryAllByRole('row')
    .flatMap((row) => JOBS.map(({ title }) => title).filter((title) => row.textContent.includes(title)));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const moreFilters = () => screen.getByRole('button', { name: /^More Filters/ });
const count = () => screen.getByText(/^\d+ of \d+ jobs?$/).textContent;

describe('the filters of the jobs page', () => {
  it('[JOBS-11, JOBS-12] show the number of matches, are in the URL, and move the focus to the search when cleared', async () => {
    const { events, location } = await show();
    expect(count()).toBe('3 of 3 jobs');
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
    await events.type(field('Search jobs'), 'cafe');
    expect(titles()).toEqual(['Café']);
    expect(count()).toBe('1 of 3 jobs');
    await waitFor(() => expect(location()).toBe('/jobs?q=cafe'));
    await events.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(titles()).toHaveLength(3);
    expect(document.activeElement).toBe(field('Search jobs'));
    await waitFor(() => expect(location()).toBe('/jobs'));
  });

  it('come from the URL', async () => {
    await show('/jobs?q=o&status=pending&type=Mapping&min=500&max=500&from=2026-12-31&to=2026-12-31');
    expect(titles()).toEqual(['Roof']);
    expect(field('Search jobs').value).toBe('o');
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Pending');
    expect(screen.getByRole('combobox', { name: 'Survey Type' }).textContent).toBe('Mapping');
    expect(field('Lowest Budget ($)').value).toBe('500');
    expect(field('Latest Deadline').value).toBe('2026-12-31');
  });

  it('remove invalid parameters from the URL', async () => {
    const { location } = await show('/jobs?status=stolen&min=lots&from=2026-02-31');
    expect(titles()).toHaveLength(3);
    expect(moreFilters().getAttribute('aria-expanded')).toBe('false');
    await waitFor(() => expect(location()).toBe('/jobs'));
  });

  it('[JOBS-5, JOBS-6] show the advanced filters behind a button with their count', async () => {
    const { events } = await show();
    expect(moreFilters().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('group', { name: 'More Filters' })).toBeNull();
    await events.click(moreFilters());
    expect(moreFilters().getAttribute('aria-expanded')).toBe('true');
    const panel = screen.getByRole('group', { name: 'More Filters' });
    expect(moreFilters().getAttribute('aria-controls')).toBe(panel.id);
    await events.click(within(panel).getByRole('combobox', { name: 'Survey Type' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All Survey Types',
      'Site Survey',
      'Property Aerial',
      'Crop Analysis',
      'Infrastructure',
      'Environmental',
      'Mapping',
      'Property Inspection',
    ]);
    await events.click(screen.getByRole('option', { name: 'Property Inspection' }));
    await events.type(field('Lowest Budget ($)'), '2000');
    expect(titles()).toEqual(['Café']);
    await events.click(moreFilters());
    expect(screen.getByRole('button', { name: 'More Filters 2 active' })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'More Filters' })).toBeNull();
    expect(titles()).toEqual(['Café']);
  });

  it('[JOBS-8, JOBS-9] filter by budget and by deadline, including both ends', async () => {
    const { events, location } = await show();
    await events.click(moreFilters());
    await events.type(field('Highest Budget ($)'), '500.01');
    expect(titles()).toEqual(['Roof', 'Vineyard']);
    fireEvent.change(field('Latest Deadline'), { target: { value: '2026-12-31' } });
    expect(titles()).toEqual(['Roof', 'Vineyard']);
    fireEvent.change(field('Latest Deadline'), { target: { value: '2026-12-30' } });
    expect(screen.getByText('No jobs found matching your criteria.')).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/jobs?max=500.01&to=2026-12-30'));
  });

  it.each([
    ['1,000', '', 'Not applied: enter dollars, such as 1250 or 1250.50', 3],
    ['600', '500', 'Not applied: this is below the lowest budget', 3],
    ['-5', '500', 'Not applied: enter dollars, such as 1250 or 1250.50', 1],
  ])(
    '[JOBS-10] report the problem of %j to %j, and apply the valid end',
    async (min, max, message, shown) => {
      const { events } = await show();
      await events.click(moreFilters());
      await events.type(field('Lowest Budget ($)'), min);
      if (max) await events.type(field('Highest Budget ($)'), max);
      const error = await screen.findByText(message);
      const wrong = screen.getByLabelText(
        max && message.includes('below') ? 'Highest Budget ($)' : 'Lowest Budget ($)',
      );
      expect(wrong.getAttribute('aria-invalid')).toBe('true');
      expect(wrong.getAttribute('aria-describedby')).toBe(error.id);
      expect(titles()).toHaveLength(shown);
      await events.clear(wrong);
      expect(screen.queryByText(message)).toBeNull();
    },
  );

  it('report a reversed range of deadlines', async () => {
    await show('/jobs?from=2027-01-01&to=2026-12-31');
    expect(await screen.findByText('Not applied: this is before the earliest deadline')).toBeTruthy();
    expect(titles()).toHaveLength(3);
  });

  it('offer to clear when nothing matches', async () => {
    const { events } = await show('/jobs?q=nowhere&status=paid');
    expect(screen.getByText('No jobs found matching your criteria.')).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(titles()).toHaveLength(3);
    expect(document.activeElement).toBe(field('Search jobs'));
  });

  it('[JOBS-22] say so if they hide a job that was just posted', async () => {
    const jobs = [sampleJob({ id: 5, title: 'Quarry', status: 'paid' })];
    const shell = renderInShell(<JobsPage />, {
      user: CLIENT,
      path: '/jobs?status=paid&new=1',
      handlers: {
        'GET /api/jobs/client/:id': () => jobs,
        'POST /api/jobs': () => {
          const posted = sampleJob({ id: 31, title: 'Roof' });
          jobs.unshift(posted);
          return reply(201, posted);
        },
      },
    });
    await screen.findByLabelText('Job Title');
    await fillJobForm(shell, 'Mapping');
    await shell.events.click(screen.getByRole('button', { name: 'Create Job' }));
    expect(await screen.findByText('"Roof" is posted. The filters hide it.')).toBeTruthy();
    await shell.events.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByRole('row', { name: /Roof/ })).toBeTruthy();
    expect(screen.queryByText(/The filters hide it/)).toBeNull();
    resetForms();
  });
});

describe('the jobs page without jobs', () => {
  it('[PDASH-17, JOBS-14] links a pilot to the open jobs', async () => {
    await show('/jobs', []);
    expect(screen.getByText('No jobs found matching your criteria.')).toBeTruthy();
    expect(screen.getByText('Jobs that you accept appear here.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find your first job' }).getAttribute('href')).toBe(
      '/browse-jobs',
    );
  });

  it('[CDASH-16, JOBS-14] opens the form for a client', async () => {
    const { events, location } = renderInShell(<JobsPage />, {
      user: CLIENT,
      path: '/jobs',
      handlers: { 'GET /api/jobs/client/:id': () => [] },
    });
    expect(await screen.findByText('No jobs found matching your criteria.')).toBeTruthy();
    expect(screen.getByText(/^Describe the survey you need\./)).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Post Your First Job' }));
    expect(await screen.findByRole('dialog', { name: 'Create Surveying Job' })).toBeTruthy();
    expect(location()).toBe('/jobs?new=1');
  });
});

describe('the dialogs in the URL of the jobs page', () => {
  const open = sampleJob({ id: 3, title: 'Roof' });
  const paid = sampleJob({ id: 4, title: 'Bridge', status: 'paid' });
  const showClient = (path: string) =>
    renderInShell(<JobsPage />, {
      user: CLIENT,
      path,
      handlers: {
        'GET /api/jobs/client/:id': () => [open, paid],
        'GET /api/jobs/:id': () => jobDetail(open),
      },
    });

  it('open the edit form of the job in the URL', async () => {
    const { events, location } = showClient('/jobs?status=pending&edit=3');
    expect(await screen.findByRole('form', { name: 'Edit Job' })).toBeTruthy();
    expect(screen.getByLabelText('Job Title')).toHaveProperty('value', 'Roof');
    await events.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location()).toBe('/jobs?status=pending');
  });

  it('open the form of a new job', async () => {
    const { events, location } = showClient('/jobs?new=1');
    await screen.findByRole('form', { name: 'Create Surveying Job' });
    await events.keyboard('{Escape}');
    await waitFor(() => expect(location()).toBe('/jobs'));
  });

  it.each([
    ['edit=4', '"Bridge" is paid and can no longer be changed.'],
    ['edit=99', 'Failed to load job details'],
    ['edit=<img>', 'Failed to load job details'],
  ])('explain why ?%s opens no dialog, and remove it', async (search, message) => {
    const { location } = showClient(`/jobs?${search}`);
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    await waitFor(() => expect(location()).toBe('/jobs'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['edit=1', 'Only the client who has posted a job can change it.'],
    ['new=1', 'Only clients can post jobs.'],
  ])('explain why ?%s opens no dialog for a pilot', async (search, message) => {
    const { location } = await show(`/jobs?${search}`);
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    await waitFor(() => expect(location()).toBe('/jobs'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
