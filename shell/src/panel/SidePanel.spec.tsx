import { screen, within } from '@testing-library/react';
import type { JobView, UserView } from '@dps/contract';
import { aClient, aJob, aPilot } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { aLink, aModule, aRegistry } from '../testing/registry.ts';
import { SidePanel } from './SidePanel.tsx';

const registry = aRegistry(
  aModule('work', {
    navigation: [
      aLink('/', 'Dashboard'),
      aLink('/jobs', 'Jobs', { order: 20 }),
      aLink('/payments', 'Payments', { order: 30, roles: ['pilot'] }),
    ],
  }),
);

const show = (user: UserView, jobs: JobView[]) =>
  renderInShell(<SidePanel registry={registry} user={user} onNavigate={() => undefined} />, {
    user,
    path: '/jobs',
    handlers: { 'GET /api/jobs/:role/:id': () => jobs },
  });

describe('the side panel', () => {
  it('[ROLE-3, FRAME-7, FRAME-11, FRAME-19, FRAME-21, PCARD-10] shows the name, the links and the figures of a pilot', async () => {
    const user = aPilot({ name: 'Ada Lovelace' });
    const { events } = show(user, [aJob({ status: 'paid', pilotId: user.id, budget: 100 })]);
    expect(screen.getByText('Ada Lovelace')).toBeTruthy();
    expect(screen.getByText('AL')).toBeTruthy();
    expect(screen.getByText('Licensed Pilot')).toBeTruthy();
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Dashboard', 'Jobs', 'Payments']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Jobs');
    const earnings = screen.getByRole('group', { name: 'Monthly Earnings' });
    expect(await within(earnings).findByText('$70.00')).toBeTruthy();
    expect(within(earnings).getByText('Your 70% share, paid or not yet')).toBeTruthy();
    const hours = screen.getByRole('group', { name: 'Flight Hours' });
    expect(within(hours).getByText('Estimate: 2.5 hours per job')).toBeTruthy();
    await events.hover(screen.getByRole('button', { name: 'About Licensed Pilot' }));
    const license = 'Drone Pilot Surveys does not verify licenses.';
    expect(await screen.findByRole('tooltip', { name: license })).toBeTruthy();
    await events.hover(screen.getByRole('button', { name: 'About Flight Hours' }));
    expect(await screen.findByRole('tooltip', { name: /2\.5 hours/ })).toBeTruthy();
  });

  it('[ROLE-3, FRAME-8] shows the links and the figures of a client', async () => {
    show(aClient({ name: ' ' }), [aJob({ status: 'completed', budget: 250.25 })]);
    // A placeholder for a blank name.
    expect(screen.getByText('Your Name')).toBeTruthy();
    expect(screen.getByText('Client')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Payments' })).toBeNull();
    const invested = screen.getByRole('group', { name: 'Total Invested' });
    expect(await within(invested).findByText('$250.25')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Flight Hours' })).toBeNull();
  });
});
