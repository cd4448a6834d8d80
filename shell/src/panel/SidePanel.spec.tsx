import { screen, within } from '@testing-library/react';
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

describe('the side panel', () => {
  it('[ROLE-3, FRAME-7, FRAME-11, FRAME-21] shows the name, the links and the figures of a pilot', async () => {
    const user = aPilot({ name: 'Ada Lovelace' });
    renderInShell(<SidePanel registry={registry} user={user} onNavigate={() => undefined} />, {
      user,
      path: '/jobs',
      handlers: {
        'GET /api/jobs/pilot/:id': () => [aJob({ status: 'paid', pilotId: user.id, budget: 100 })],
      },
    });
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
  });

  it('[ROLE-3] shows the links and the figures of a client', async () => {
    const user = aClient();
    renderInShell(<SidePanel registry={registry} user={user} onNavigate={() => undefined} />, {
      user,
      handlers: { 'GET /api/jobs/client/:id': () => [aJob({ status: 'completed', budget: 250.25 })] },
    });
    expect(screen.getByText('Client')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Payments' })).toBeNull();
    const invested = screen.getByRole('group', { name: 'Total Invested' });
    expect(await within(invested).findByText('$250.25')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Flight Hours' })).toBeNull();
  });

  it('[FRAME-8] shows a placeholder for a blank name', () => {
    const user = aClient({ name: ' ' });
    renderInShell(<SidePanel registry={registry} user={user} onNavigate={() => undefined} />, {
      user,
      handlers: { 'GET /api/jobs/client/:id': () => [] },
    });
    expect(screen.getByText('Your Name')).toBeTruthy();
  });

  it('[PCARD-10] states that licenses are not verified', async () => {
    const user = aPilot();
    const { events } = renderInShell(
      <SidePanel registry={registry} user={user} onNavigate={() => undefined} />,
      { user, handlers: { 'GET /api/jobs/pilot/:id': () => [] } },
    );
    await events.hover(screen.getByRole('button', { name: 'About Licensed Pilot' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Drone Pilot Surveys does not verify licenses.',
    );
  });

  it('[FRAME-19] explains a figure', async () => {
    const user = aPilot();
    const { events } = renderInShell(
      <SidePanel registry={registry} user={user} onNavigate={() => undefined} />,
      { user, handlers: { 'GET /api/jobs/pilot/:id': () => [] } },
    );
    await events.hover(screen.getByRole('button', { name: 'About Flight Hours' }));
    const hint = await screen.findByRole('tooltip', {}, { timeout: 2000 });
    expect(hint.textContent).toContain('2.5 hours');
  });
});
