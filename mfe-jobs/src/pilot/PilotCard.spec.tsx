import { screen, within } from '@testing-library/react';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import DashboardPage from '../dashboard/DashboardPage.tsx';
import { assignedJob, CLIENT, jobDetail, pilotFigures, sampleJob } from '../testing/samples.ts';

const show = (answer: () => unknown, handlers: Handlers = {}) =>
  renderInShell(<DashboardPage />, {
    user: CLIENT,
    handlers: {
      'GET /api/jobs/client/:id': () => [assignedJob({ id: 1 }), sampleJob({ id: 2, title: 'Vineyard' })],
      'GET /api/pilots/:id': answer,
      ...handlers,
    },
    widget: ({ name }) => <div>{name}</div>,
  });

async function openCard(events: ReturnType<typeof show>['events']) {
  await events.click(
    await screen.findByRole('button', { name: 'Assigned', description: /Warehouse roof inspection/ }),
  );
  return screen.findByRole('dialog', { name: 'Pilot' });
}
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

describe('the pilot card', () => {
  it('[PCARD-1, PCARD-3] opens from the list, and shows who the pilot is', async () => {
    const { events, calls } = show(() => pilotFigures());
    const dialog = await openCard(events);
    expect(await within(dialog).findByText('Robin Vance')).toBeTruthy();
    expect(within(dialog).getByText('Member since Mar 9, 2025')).toBeTruthy();
    expect(calls.filter(({ url }) => url === '/api/pilots/7')).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: 'Assigned', hidden: true })).toHaveLength(1);
  });

  it('[PCARD-5, PCARD-8] shows the counted figures, with shares rounded down', async () => {
    const { events } = show(() => pilotFigures());
    await openCard(events);
    await screen.findByText('Robin Vance');
    expect(fact('Completed Jobs')).toBe('12');
    expect(fact('Flight Hours')).toBe('12.6 h');
    expect(fact('With Flight Logs')).toBe('91% (11 of 12)');
    expect(fact('On Time')).toBe('100% (12 of 12)');
  });

  it('[PCARD-8] shows no shares without completed jobs', async () => {
    const { events } = show(() => pilotFigures({ completedJobs: 0, jobsWithEvidence: 0, jobsOnTime: 0 }));
    await openCard(events);
    await screen.findByText('Robin Vance');
    expect([fact('With Flight Logs'), fact('On Time')]).toEqual(['–', '–']);
  });

  it('[PCARD-10] states that licenses are not verified', async () => {
    const { events } = show(() => pilotFigures());
    await openCard(events);
    await events.hover(await screen.findByRole('button', { name: 'About Licensed Pilot' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Drone Pilot Surveys does not verify licenses.',
    );
  });

  it('offers a retry after a failure', async () => {
    let down = true;
    const { events } = show(() => (down ? reply(503, 'down') : pilotFigures()));
    await openCard(events);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    down = false;
    await events.click(retry);
    expect(await screen.findByText('Robin Vance')).toBeTruthy();
  });

  it('[PCARD-2] is a part of the job dialog of the client', async () => {
    const { events } = show(() => pilotFigures(), { 'GET /api/jobs/:id': () => jobDetail(assignedJob()) });
    const row = await screen.findByRole('row', { name: /Warehouse/ });
    await events.click(within(row).getByRole('button', { name: 'View' }));
    const part = await screen.findByRole('region', { name: 'Pilot' });
    expect(await within(part).findByText('Robin Vance')).toBeTruthy();
  });
});
