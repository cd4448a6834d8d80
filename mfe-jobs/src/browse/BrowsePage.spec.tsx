import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { JobView } from '@dps/contract';
import { reply, type FakeRequest, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, CLIENT, jobDetail, PILOT, sampleJob } from '../testing/samples.ts';
import BrowsePage from './BrowsePage.tsx';

const roof = sampleJob({ id: 1, title: 'Roof', budget: 125_050 });
const field = sampleJob({
  id: 2,
  title: 'Vineyard',
  surveyType: 'Crop Analysis',
  client: { name: 'Ines Okafor' },
});

/** The calls of the page, for the open jobs of a server. Their order is newest first. */
function openJobs(open: () => readonly JobView[]): Handlers {
  const matching = ({ url }: FakeRequest) => {
    const query = new URLSearchParams(url.split('?')[1]);
    const text = (query.get('text') ?? '').toLowerCase();
    const surveyType = query.get('surveyType');
    const after = Number(query.get('after') ?? Infinity);
    return open()
      .filter((job) => `${job.title} ${job.client.name}`.toLowerCase().includes(text))
      .filter((job) => job.id < after && (surveyType ?? job.surveyType) === job.surveyType)
      .slice(0, Number(query.get('limit') ?? Infinity));
  };
  return {
    'GET /api/jobs/available': matching,
    'GET /api/jobs/available/facets': (request) => {
      const found = matching(request).length;
      const surveyTypes = [...new Set(open().map((job) => job.surveyType))];
      return { found: Math.min(found, 500), more: found > 500, surveyTypes };
    },
    'GET /api/jobs/:id': ({ url }) => {
      const job = open().find(({ id }) => url === `/api/jobs/${id}`);
      return job ? jobDetail(job) : reply(404, { code: 'not_found', message: 'Not found' });
    },
  };
}

function show(jobs: JobView[], handlers: Handlers = {}, path = '/browse-jobs') {
  return renderInShell(<BrowsePage />, {
    user: PILOT,
    path,
    handlers: { ...openJobs(() => jobs), ...handlers },
  });
}
const card = (name: string) => screen.findByRole('article', { name });
const titles = () =>
  screen.queryAllByRole('article').map((each) => within(each).getByRole('heading').textContent);

describe('the page of open jobs', () => {
  it('[BROWSE-3, BROWSE-4, BROWSE-9, BROWSE-17] shows the survey type, location, client, deadline, budget and share of each job', async () => {
    show([roof]);
    expect(screen.getByText('Loading jobs...')).toBeTruthy();
    const text = (await card('Roof')).textContent;
    const parts = 'Property Inspection|Austin, TX|Ada Hill|$1,250.50|$875.35|Dec 31, 2026';
    for (const part of parts.split('|')) expect(text).toContain(part);
    expect(text).toMatch(/Due |overdue/);
    expect(screen.getByTitle('Roof').textContent).toBe('Roof');
    expect(await screen.findByText('1 available job')).toBeTruthy();
  });

  it.each([
    [{ posted: 1, paid: 0 }, '1 job posted, 0 paid'],
    [{ posted: 3, paid: 2 }, '3 jobs posted, 2 paid'],
    [{ posted: 20, paid: 19 }, '20+ jobs posted, 19 paid'],
  ])(
    '[BROWSE-21] shows of the client %j as "%s", on the card and in the dialog',
    async (clientJobs, text) => {
      const { events } = show([{ ...roof, clientJobs }]);
      expect(within(await card('Roof')).getByText(text)).toBeTruthy();
      await events.click(screen.getByRole('button', { name: 'Roof' }));
      expect(await within(await screen.findByRole('dialog', { name: 'Roof' })).findByText(text)).toBeTruthy();
    },
  );

  it('[BROWSE-35, BROWSE-36] shows, filters and sorts by distance for a pilot with a base', async () => {
    const base = { latitude: 30.2672, longitude: -97.7431, name: 'Austin, Texas, United States' };
    const jobs = [
      { ...roof, distanceMiles: 1204 },
      { ...field, distanceMiles: 1 },
      sampleJob({ id: 3, title: 'Dam', distanceMiles: 0 }),
      sampleJob({ id: 4, title: 'Quarry', location: 'North quarry', distanceMiles: null }),
    ];
    const { calls, events, location } = renderInShell(<BrowsePage />, {
      user: { ...PILOT, base },
      path: '/browse-jobs?within=100',
      handlers: openJobs(() => jobs),
    });
    expect((await card('Roof')).textContent).toContain('Austin, TX · 1,204 miles away');
    expect((await card('Vineyard')).textContent).toContain('· 1 mile away');
    expect((await card('Dam')).textContent).toContain('· less than a mile away');
    expect((await card('Quarry')).textContent).toMatch(/North quarry(?! ·)/);
    expect(screen.queryByText('Set your base')).toBeNull();
    expect(calls.some(({ url }) => url.startsWith('/api/jobs/available?within=100&limit='))).toBe(true);
    expect(calls.some(({ url }) => url === '/api/jobs/available/facets?within=100')).toBe(true);
    await events.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(location()).toBe('/browse-jobs'));
    await events.click(screen.getByRole('combobox', { name: 'Sort by' }));
    await events.click(screen.getByRole('option', { name: 'Nearest First' }));
    await waitFor(() => expect(location()).toBe('/browse-jobs?sort=distance'));
    await waitFor(() =>
      expect(calls.some(({ url }) => url.startsWith('/api/jobs/available?sort=distance'))).toBe(true),
    );
  });

  it('[BROWSE-38] shows the size of the area of a job', async () => {
    show([{ ...roof, surveyType: 'Mapping', areaSquareMeters: 100_000 }, field]);
    expect((await card('Roof')).textContent).toContain('Mapping · 24.7 acres (10 ha)');
    expect((await card('Vineyard')).textContent).not.toContain('acres');
  });

  it('[BROWSE-37] asks for a base without one, and ignores distances of the address', async () => {
    const { calls } = show([roof], {}, '/browse-jobs?within=50&sort=distance');
    const text = (await card('Roof')).textContent;
    expect(text).not.toContain('away');
    expect(screen.getByText('Set your base to see how far away each job is.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set your base' }).getAttribute('href')).toBe('/profile');
    expect(screen.queryByLabelText('Distance')).toBeNull();
    expect(calls.filter(({ url }) => /within|distance/.test(url))).toEqual([]);
  });

  it('[BROWSE-5, BROWSE-6, BROWSE-8] filters by search and survey type, which are in the URL and can be cleared', async () => {
    const { events, location } = show([field, roof], {}, '/browse-jobs?type=Crop+Analysis&q=zz');
    expect(await screen.findByText('No available jobs found matching your criteria.')).toBeTruthy();
    expect(await screen.findByText('0 available jobs')).toBeTruthy();
    await events.type(screen.getByLabelText('Search jobs'), '{Backspace}{Backspace}okafor');
    await waitFor(() => expect(titles()).toEqual(['Vineyard']));
    await waitFor(() => expect(location()).toBe('/browse-jobs?type=Crop+Analysis&q=okafor'));
    await events.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(titles()).toEqual(['Vineyard', 'Roof']));
    expect(document.activeElement).toBe(screen.getByLabelText('Search jobs'));
    await waitFor(() => expect(location()).toBe('/browse-jobs'));
    await events.click(screen.getByRole('combobox', { name: 'Survey Type' }));
    // The last one is a type that only the data contains.
    expect(
      screen
        .getAllByRole('option')
        .map((option) => option.textContent)
        .join(),
    ).toBe(
      'All Survey Types,Site Survey,Property Inspection,Agricultural Analysis,Construction Monitoring,' +
        'Real Estate Photography,Crop Analysis',
    );
    await events.click(screen.getByRole('option', { name: 'Crop Analysis' }));
    await waitFor(() => expect(titles()).toEqual(['Vineyard']));
  });

  it('opens a job in the URL by its title, and returns the focus', async () => {
    const { events, location } = show([field, roof]);
    const opener = within(await card('Roof')).getByRole('button', { name: 'Roof' });
    await events.click(opener);
    expect(await screen.findByRole('dialog', { name: 'Roof' })).toBeTruthy();
    expect(location()).toBe('/browse-jobs?job=1');
    await events.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location()).toBe('/browse-jobs');
    expect(document.activeElement).toBe(opener);
  });

  it('shows a toast for a job in the URL that is no longer open', async () => {
    const { location } = show([field], {}, '/browse-jobs?job=1');
    expect(await screen.findByText('Job No Longer Available')).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/browse-jobs'));
    expect(titles()).toEqual(['Vineyard']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  /** Open jobs, newest first, with the ids from `count` to 1. */
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      sampleJob({ id: count - index, title: `Pit ${count - index}` }),
    );

  it('[BROWSE-18, BROWSE-19] reads further jobs on request, also after a failure, and counts up to 500', async () => {
    const pits = many(501);
    const { 'GET /api/jobs/available': list } = openJobs(() => pits);
    let fails = true;
    const { events, calls } = show(pits, {
      'GET /api/jobs/available': (request) => {
        const later = request.url.includes('after=');
        return later && fails ? reply(503, 'down') : list?.(request, () => {});
      },
    });
    expect(await screen.findByText('More than 500 available jobs')).toBeTruthy();
    const cards = await screen.findAllByRole('article');
    expect(cards[0]?.getAttribute('aria-setsize')).toBe('-1');
    await events.click(screen.getByRole('button', { name: 'Show More Jobs' }));
    fails = false;
    await events.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show More Jobs' })).toBeTruthy());
    const urls = calls.map(({ url }) => url).filter((url) => url.includes('limit='));
    expect(urls).toEqual([
      '/api/jobs/available?limit=51',
      '/api/jobs/available?limit=51&after=452',
      '/api/jobs/available?limit=51&after=452',
    ]);
  });

  it('[BROWSE-20] asks the server for another order, which is in the URL, and continues after its cursor', async () => {
    const { events, calls, location } = show(many(60));
    await events.click(await screen.findByRole('combobox', { name: 'Sort by' }));
    await events.click(screen.getByRole('option', { name: 'Highest Pay' }));
    await waitFor(() => expect(location()).toBe('/browse-jobs?sort=budget'));
    await events.click(await screen.findByRole('button', { name: 'Show More Jobs' }));
    const urls = () => calls.map(({ url }) => url).filter((url) => url.includes('sort='));
    await waitFor(() =>
      expect(urls()).toEqual([
        '/api/jobs/available?sort=budget&limit=51',
        '/api/jobs/available?sort=budget&limit=51&after=120000-11',
      ]),
    );
  });

  it('[BROWSE-18] offers no further jobs after the last one', async () => {
    const { events } = show(many(60));
    expect(await screen.findByText('60 available jobs')).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Show More Jobs' }));
    await waitFor(() => expect(screen.getAllByRole('article')[0]?.getAttribute('aria-setsize')).toBe('60'));
    expect(screen.queryByRole('button', { name: 'Show More Jobs' })).toBeNull();
  });

  it('opens a job in the URL that is not on the first page, and reports when it cannot be read', async () => {
    const { location } = show(many(60), {}, '/browse-jobs?job=3');
    expect(await screen.findByRole('dialog', { name: 'Pit 3' })).toBeTruthy();
    expect(location()).toBe('/browse-jobs?job=3');
    cleanup();
    show(
      many(60),
      { 'GET /api/jobs/available': ({ url }) => (url.includes('limit=1&') ? reply(503, 'down') : []) },
      '/browse-jobs?job=3',
    );
    expect(await screen.findByText('Failed to load job details')).toBeTruthy();
  });

  it('offers a retry after a failure, and explains the page while there are no open jobs', async () => {
    let open: JobView[] | null = null;
    const { 'GET /api/jobs/available': list } = openJobs(() => open ?? []);
    const { events } = show([], {
      'GET /api/jobs/available': (request) => (open ? list?.(request, () => {}) : reply(503, 'down')),
    });
    await screen.findByRole('alert');
    open = [];
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/appear here until a pilot accepts them/)).toBeTruthy();
    open = [roof];
    await events.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await card('Roof')).toBeTruthy();
  });

  /** Opens a job and accepts it, which removes it from the list. */
  async function accept(response: JobView | Response) {
    let open = [field, roof];
    const { events } = show([], {
      ...openJobs(() => open),
      'POST /api/jobs/:id/assign': () => {
        open = [field];
        return response;
      },
      ...(!(response instanceof Response) && {
        'GET /api/jobs/1': () => jobDetail(open.length > 1 ? roof : response),
      }),
    });
    await events.click(within(await card('Roof')).getByRole('button', { name: 'View Details' }));
    await events.click(await screen.findByRole('button', { name: 'Accept Job' }));
    return events;
  }

  it('[BROWSE-7, BROWSE-10] accepts a job, removes it from the list and links to My Jobs', async () => {
    const events = await accept(assignedJob({ id: roof.id, title: roof.title }));
    expect(await screen.findByText('You have successfully accepted this job!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View in My Jobs' }).getAttribute('href')).toBe('/jobs?job=1');
    await events.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(titles()).toEqual(['Vineyard']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[PJOB-13] reports that another pilot accepted the job first, and refetches the list', async () => {
    const events = await accept(reply(409, { code: 'job_not_available', message: 'Taken' }));
    expect(await screen.findByText('Another pilot was faster')).toBeTruthy();
    await waitFor(() => expect(screen.queryAllByRole('article', { hidden: true })).toHaveLength(1));
    await events.click(screen.getByRole('button', { name: 'See Other Jobs' }));
    await waitFor(() => expect(titles()).toEqual(['Vineyard']));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  describe('while other users change them', () => {
    /** Renders the page with two jobs. `change` replaces the open jobs on the server, and reports the change. */
    async function showChanging(handlers: Handlers = {}) {
      let open = [field, roof];
      const { events, changeJobs } = show([], {
        ...openJobs(() => open),
        'GET /api/jobs/pilot/:id': () => [],
        ...handlers,
      });
      const details = within(await card('Roof')).getByRole('button', { name: 'View Details' });
      const change = (jobs: JobView[]) => {
        open = jobs;
        act(changeJobs);
      };
      return { events, change, openDialog: () => events.click(details) };
    }
    const dam = sampleJob({ id: 3, title: 'Dam' });

    it('[BROWSE-13] lists new jobs that match the filters on request, and changed ones at once', async () => {
      const { events, change } = await showChanging();
      change([dam, field, { ...roof, title: 'Roof and walls' }]);
      const showNew = await screen.findByRole('button', { name: 'Show 1 new job' });
      await waitFor(() => expect(titles()).toEqual(['Vineyard', 'Roof and walls']));
      await events.click(showNew);
      expect(titles()).toEqual(['Dam', 'Vineyard', 'Roof and walls']);
      expect(screen.queryByRole('button', { name: /Show \d/ })).toBeNull();
      expect(document.activeElement?.contains(screen.getByRole('article', { name: 'Dam' }))).toBe(true);
      await events.type(screen.getByLabelText('Search jobs'), 'roof');
      await waitFor(() => expect(titles()).toEqual(['Roof and walls']));
      const others = [sampleJob({ id: 5, title: 'Levee' }), sampleJob({ id: 4, title: 'Flat roof' })];
      change([...others, dam, field, roof]);
      await events.click(await screen.findByRole('button', { name: 'Show 1 new job' }));
      expect(titles()).toEqual(['Flat roof', 'Roof']);
    });

    it('[BROWSE-14] keeps the card of a job that is no longer open, until a dialog covers the list', async () => {
      const { events, change, openDialog } = await showChanging();
      change([roof]);
      const gone = await screen.findByRole<HTMLButtonElement>('button', { name: 'No Longer Available' });
      expect(gone.disabled).toBe(true);
      expect(titles()).toEqual(['Vineyard', 'Roof']);
      expect(await screen.findByText('1 available job')).toBeTruthy();
      await openDialog();
      await screen.findByRole('dialog');
      await events.keyboard('{Escape}');
      await waitFor(() => expect(titles()).toEqual(['Roof']));
    });

    it('[BROWSE-15] shows changed terms in the dialog, and says there that the job is no longer offered', async () => {
      const { events, change, openDialog } = await showChanging();
      await openDialog();
      await screen.findByRole('button', { name: 'Accept Job' });
      change([field, { ...roof, budget: 140_000, updatedAt: '2026-12-01T00:00:00.000Z' }]);
      await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('$1,400.00'));
      change([field]);
      expect((await screen.findByRole('note')).textContent).toContain('Another pilot has accepted it');
      expect(screen.queryByRole('button', { name: 'Accept Job' })).toBeNull();
      await events.click(screen.getByRole('button', { name: 'See Other Jobs' }));
      await waitFor(() => expect(titles()).toEqual(['Vineyard']));
    });

    it('[BROWSE-16] says in the dialog that the job is the own one, if only the response of accepting it was lost', async () => {
      const own: JobView[] = [];
      const { events, change, openDialog } = await showChanging({
        'GET /api/jobs/pilot/:id': () => [...own],
        'GET /api/jobs/1': () => jobDetail(own[0] ?? roof),
        'POST /api/jobs/:id/assign': () => {
          own.push(assignedJob({ id: roof.id, title: roof.title }));
          return reply(502, 'cut');
        },
      });
      await openDialog();
      await events.click(await screen.findByRole('button', { name: 'Accept Job' }));
      await screen.findByText('Failed to accept job. Please try again.');
      change([field]);
      expect((await screen.findByRole('note')).textContent).toContain('This job is yours');
      expect(screen.queryByText(/Another pilot/)).toBeNull();
      expect(screen.getByRole('link', { name: 'View in My Jobs' })).toBeTruthy();
    });
  });

  it('[BROWSE-1, BROWSE-2] shows clients the restricted page with a link to the dashboard, without a request', async () => {
    const { calls, events, location } = renderInShell(<BrowsePage />, { user: CLIENT, path: '/browse-jobs' });
    expect(screen.getByRole('heading', { name: 'Access Restricted' })).toBeTruthy();
    expect(screen.getByText('This page is only available for pilots.')).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Return to Dashboard' }));
    expect(location()).toBe('/');
    expect(calls).toEqual([]);
  });
});
