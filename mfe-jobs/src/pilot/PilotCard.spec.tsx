import { screen, within } from '@testing-library/react';
import { reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, CLIENT, pilotFigures } from '../testing/samples.ts';
import { inRow, showClientDashboard } from '../testing/show-client-dashboard.tsx';
import { PilotCard } from './PilotCard.tsx';

const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

describe('the pilot card', () => {
  it('[PCARD-1, PCARD-3, PCARD-5, PCARD-8, PCARD-10] opens from the list, and shows the pilot with figures', async () => {
    const { events, calls } = showClientDashboard([assignedJob()]);
    await events.click(await inRow('Warehouse', 'Assigned'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pilot' }));
    expect(await dialog.findByText('Robin Vance')).toBeTruthy();
    expect(dialog.getByText('Member since Mar 9, 2025')).toBeTruthy();
    expect(calls.filter(({ url }) => url === '/api/pilots/7')).toHaveLength(1);
    expect(fact('Completed Jobs')).toBe('12');
    expect(fact('Flight Hours')).toBe('12.6 h');
    expect(fact('With Flight Logs')).toBe('91% (11 of 12)');
    expect(fact('On Time')).toBe('100% (12 of 12)');
    await events.hover(dialog.getByRole('button', { name: 'About Licensed Pilot' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Drone Pilot Surveys does not verify licenses.',
    );
  });

  it('[PCARD-8] offers a retry after a failure, and shows no shares without completed jobs', async () => {
    let down = true;
    const figures = pilotFigures({ completedJobs: 0, jobsWithEvidence: 0, jobsOnTime: 0 });
    const { events } = renderInShell(<PilotCard pilotId={7} />, {
      user: CLIENT,
      handlers: { 'GET /api/pilots/:id': () => (down ? reply(503, 'down') : figures) },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    down = false;
    await events.click(retry);
    await screen.findByText('Robin Vance');
    expect([fact('With Flight Logs'), fact('On Time')]).toEqual(['–', '–']);
  });
});
