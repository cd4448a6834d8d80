import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { JobView, UserView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { fillJobForm, resetForms } from '../testing/job-form.ts';
import { assignedJob, CLIENT, jobDetail, PILOT, sampleJob } from '../testing/samples.ts';
import JobsPage from './JobsPage.tsx';

const JOBS = [
  assignedJob({ id: 1, title: 'Roof', surveyType: 'Mapping', budget: 50_000 }),
  assignedJob({ id: 2, title: 'Vineyard', surveyType: 'Crop Analysis', budget: 50_001, status: 'paid' }),
  assignedJob({ id: 3, title: 'Café', budget: 200_000, deadline: '2027-01-01T00:00:00.000Z' }),
];

function show(path = '/jobs', jobs: JobView[] = JOBS, user: UserView = PILOT, handlers: Handlers = {}) {
  return renderInShell(<JobsPage />, {
    user,
    path,
    handlers: {
      'GET /api/jobs/:id/questions': () => [],
      'GET /api/jobs/:role/:id': () => jobs,
      'GET /api/jobs/:id': ({ url }) => {
        const job = jobs.find(({ id }) => url.endsWith(`/${id}`));
        return job ? jobDetail(job) : reply(404, { code: 'not_found', message: 'Not found.' });
      },
      'GET /api/jobs/:id/deliverables': () => [],
      ...handlers,
    },
  });
}
const titles = () =>
  screen
    .queryAllByRole('row')
    .flatMap((row) => JOBS.map(({ title }) => title).filter((title) => row.textContent.includes(title)));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const moreFilters = () => screen.getByRole('button', { name: /^More Filters/ });
const options = () =>
  screen
    .getAllByRole('option')
    .map((option) => option.textContent)
    .join();
const NO_MATCH = 'No jobs found matching your criteria.';

describe('the filters of the jobs page', () => {
  it('[JOBS-1, JOBS-4, JOBS-11, JOBS-12, JOBS-13, JOBS-17] filter the jobs of a pilot, and move the focus to the search when cleared', async () => {
    const { events, location } = show();
    expect(screen.getByRole('heading', { name: 'My Jobs', level: 1 })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create New Job' })).toBeNull();
    expect(await screen.findByText('3 of 3 jobs')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
    await events.type(field('Search jobs'), 'cafe');
    expect(titles()).toEqual(['Café']);
    expect(screen.getByText('1 of 3 jobs')).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/jobs?q=cafe'));
    await events.click(screen.getByRole('combobox', { name: 'Status' }));
    expect(screen.getAllByRole('option')).toHaveLength(6);
    await events.click(screen.getByRole('option', { name: 'Paid' }));
    expect(screen.getByText(NO_MATCH)).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(titles()).toHaveLength(3);
    expect(document.activeElement).toBe(field('Search jobs'));
    await waitFor(() => expect(location()).toBe('/jobs'));
  });

  it('come from the URL', async () => {
    show('/jobs?q=o&status=pending&type=Mapping&min=500&max=500&from=2026-12-31&to=2026-12-31');
    await screen.findByText('1 of 3 jobs');
    expect(titles()).toEqual(['Roof']);
    expect(field('Search jobs').value).toBe('o');
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Pending');
    expect(screen.getByRole('combobox', { name: 'Survey Type' }).textContent).toBe('Mapping');
    expect(field('Lowest Budget ($)').value).toBe('500');
    expect(field('Latest Deadline').value).toBe('2026-12-31');
  });

  it('[JOBS-5, JOBS-6, JOBS-8, JOBS-9] are behind a button with the count of the set ones', async () => {
    const { events, location } = show();
    await screen.findByText('3 of 3 jobs');
    expect(moreFilters().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('group', { name: 'More Filters' })).toBeNull();
    await events.click(moreFilters());
    expect(moreFilters().getAttribute('aria-expanded')).toBe('true');
    const panel = screen.getByRole('group', { name: 'More Filters' });
    expect(moreFilters().getAttribute('aria-controls')).toBe(panel.id);
    await events.type(field('Highest Budget ($)'), '500.01');
    expect(titles()).toEqual(['Roof', 'Vineyard']);
    fireEvent.change(field('Latest Deadline'), { target: { value: '2026-12-31' } });
    expect(titles()).toEqual(['Roof', 'Vineyard']);
    await events.click(within(panel).getByRole('combobox', { name: 'Survey Type' }));
    expect(options()).toBe(
      'All Survey Types,Site Survey,Property Aerial,Crop Analysis,Infrastructure,Environmental,Mapping,' +
        'Property Inspection',
    );
    await events.click(screen.getByRole('option', { name: 'Mapping' }));
    expect(titles()).toEqual(['Roof']);
    await events.click(moreFilters());
    expect(screen.getByRole('button', { name: 'More Filters 3 active' })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'More Filters' })).toBeNull();
    expect(titles()).toEqual(['Roof']);
    await waitFor(() => expect(location()).toBe('/jobs?max=500.01&to=2026-12-31&type=Mapping'));
  });

  it('[JOBS-10] report an end that cannot be applied, and apply the valid ones', async () => {
    const { events } = show('/jobs?from=2027-01-01&to=2026-12-31');
    expect(await screen.findByText('Not applied: this is before the earliest deadline')).toBeTruthy();
    expect(titles()).toHaveLength(3);
    const [lowest, highest] = [field('Lowest Budget ($)'), field('Highest Budget ($)')];
    await events.type(highest, '500');
    await events.type(lowest, '-5');
    const unreadable = await screen.findByText('Not applied: enter dollars, such as 1250 or 1250.50');
    expect(lowest.getAttribute('aria-invalid')).toBe('true');
    expect(lowest.getAttribute('aria-describedby')).toBe(unreadable.id);
    expect(titles()).toEqual(['Roof']);
    await events.clear(lowest);
    expect(lowest.getAttribute('aria-invalid')).toBe('false');
    await events.type(lowest, '600');
    const reversed = await screen.findByText('Not applied: this is below the lowest budget');
    expect(highest.getAttribute('aria-describedby')).toBe(reversed.id);
    expect(titles()).toHaveLength(3);
  });

  it('[JOBS-22] say so if they hide a job that was just posted', async () => {
    const jobs = [sampleJob({ id: 5, title: 'Quarry', status: 'paid' })];
    const shell = show('/jobs?status=paid&new=1', jobs, CLIENT, {
      'GET /api/jobs/client/:id': () => [...jobs],
      'POST /api/jobs': () => {
        const posted = sampleJob({ id: 31, title: 'Roof' });
        jobs.unshift(posted);
        return reply(201, posted);
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
    show('/jobs', []);
    expect(await screen.findByText(NO_MATCH)).toBeTruthy();
    expect(screen.getByText('Jobs that you accept appear here.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Find your first job' });
    expect(link.getAttribute('href')).toBe('/browse-jobs');
  });

  it('[JOBS-1, JOBS-14, JOBS-17, CDASH-16, FORM-3] opens the form for a client', async () => {
    const { events, location } = show('/jobs', [], CLIENT);
    expect(screen.getByRole('heading', { name: 'Posted Jobs', level: 1 })).toBeTruthy();
    expect(await screen.findByText(NO_MATCH)).toBeTruthy();
    expect(screen.getByText(/^Describe the survey that you need\./)).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Post Your First Job' }));
    expect(await screen.findByRole('dialog', { name: 'Create Surveying Job' })).toBeTruthy();
    await events.keyboard('{Escape}');
    await waitFor(() => expect(location()).toBe('/jobs'));
    await events.click(await screen.findByRole('button', { name: 'Create New Job' }));
    await screen.findByRole('form', { name: 'Create Surveying Job' });
    expect(location()).toBe('/jobs?new=1');
    await events.click(screen.getByRole('combobox', { name: 'Survey Type' }));
    expect(options()).toBe('Site Survey,Property Aerial,Crop Analysis,Infrastructure,Environmental,Mapping');
  });
});

describe('the dialogs of the jobs page', () => {
  it('[JOBS-16] open for a job, and return the focus', async () => {
    const { events, location } = show();
    const opener = within(await screen.findByRole('row', { name: /Roof/ })).getByRole('button', {
      name: 'View',
    });
    await events.click(opener);
    expect(await screen.findByRole('slider', { name: 'Progress' })).toBeTruthy();
    expect(location()).toBe('/jobs?job=1');
    await events.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location()).toBe('/jobs');
    expect(document.activeElement).toBe(opener);
  });

  it.each([
    [CLIENT, 'job=99', 'Failed to load job details'],
    [CLIENT, 'edit=<img>', 'Failed to load job details'],
    [CLIENT, 'edit=4', 'The work of "Bridge" is submitted, so the job can no longer be changed.'],
    [PILOT, 'edit=1', 'Only the client who has posted a job can change it.'],
    [PILOT, 'new=1', 'Only clients can post jobs.'],
  ])('[JOBS-19] do not open for a $role at ?%s, which a toast explains', async (user, search, message) => {
    const bridge = sampleJob({ id: 4, title: 'Bridge', status: 'review' });
    const { location } = show(`/jobs?${search}`, [...JOBS, bridge], user);
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    await waitFor(() => expect(location()).toBe('/jobs'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[PJOB-42] open for a former pilot, whose list no longer has the job', async () => {
    const { location } = show('/jobs?job=9', JOBS, PILOT, {
      'GET /api/jobs/9': () => jobDetail(sampleJob({ id: 9, title: 'Quarry' }), { formerPilot: true }),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarry' }));
    expect(await dialog.findByText(/^You no longer have this job/)).toBeTruthy();
    expect(location()).toBe('/jobs?job=9');
  });

  it.each([
    ['Changes asked for', {}],
    ['Asked to end', { endRequestedAt: '2026-11-28T16:00:00.000Z' }],
  ])('[JOBS-26] have "%s" below their title until the pilot submits them again', async (request, asked) => {
    const requests = { changesRequestedAt: '2026-11-27T16:00:00.000Z', ...asked };
    const again = assignedJob({ id: 4, title: 'Quarry', status: 'in-progress', ...requests });
    const submitted = assignedJob({ id: 5, title: 'Mine', status: 'review', ...requests });
    show('/jobs', [again, submitted]);
    expect(within(await screen.findByRole('row', { name: /Quarry/ })).getByText(request)).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /Mine/ })).queryByText(request)).toBeNull();
  });

  it('let a client pay', async () => {
    const done = sampleJob({ id: 3, status: 'completed' });
    const { events, location } = show('/jobs?job=3', [done], CLIENT);
    await events.click(await screen.findByRole('button', { name: 'Mark as Paid' }));
    expect(await screen.findByRole('group', { name: 'payments.pay-dialog' })).toBeTruthy();
    expect(location()).toBe('/jobs?job=3');
  });

  it('[JOBS-18] let a client edit a job, from its dialog and from its row', async () => {
    const job = sampleJob({ id: 3, title: 'Roof' });
    const { events, location } = show('/jobs?status=pending&job=3', [job], CLIENT);
    await events.click(await screen.findByRole('button', { name: 'Edit Job' }));
    expect(await screen.findByRole('form', { name: 'Edit Job' })).toBeTruthy();
    expect(location()).toBe('/jobs?status=pending&edit=3');
    await events.click(screen.getByRole('button', { name: 'Close' }));
    expect(location()).toBe('/jobs?status=pending');
    await events.click(await screen.findByRole('button', { name: 'Edit Roof' }));
    expect(await screen.findByLabelText('Job Title')).toHaveProperty('value', 'Roof');
  });
});
