import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, within } from '@testing-library/react';
import { moduleManifest, type UserView } from '@dps/contract';
import { aClient, aJob, aPilot, reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { aLink, aModule, aRegistry } from '../testing/registry.ts';
import { SidePanel, panelLinks } from './SidePanel.tsx';

const registry = aRegistry(
  aModule('work', {
    navigation: [
      aLink('/', 'Dashboard'),
      aLink('/jobs', 'Jobs', { order: 20 }),
      aLink('/payments', 'Payments', { order: 30, roles: ['pilot'] }),
    ],
  }),
);

const show = (user: UserView, jobs: unknown) =>
  renderInShell(<SidePanel registry={registry} user={user} onNavigate={() => undefined} />, {
    user,
    path: '/jobs',
    handlers: { 'GET /api/jobs/:role/:id': () => jobs },
  });

describe('the side panel', () => {
  it.each([
    [aPilot(), ['–', '–', '–']],
    [aClient(), ['–', '–']],
  ])('[FRAME-18] shows no figure if the jobs cannot be loaded', async (user, expected) => {
    show(user, reply(503, { code: 'unavailable', message: 'Try again soon.' }));
    const stats = within(screen.getByRole('region', { name: 'Quick Stats' }));
    expect((await stats.findAllByText('–')).map(({ textContent }) => textContent)).toEqual(expected);
  });

  it('[ROLE-3, FRAME-7, FRAME-11, FRAME-19, FRAME-21, PCARD-10] shows the name, the links and the figures of a pilot', async () => {
    const user = aPilot({ name: 'Ada Lovelace' });
    const { events } = show(user, [aJob({ status: 'paid', pilotId: user.id, budget: 10_000 })]);
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
    show(aClient({ name: ' ' }), [aJob({ status: 'completed', budget: 25_025 })]);
    // A placeholder for a blank name.
    expect(screen.getByText('Your Name')).toBeTruthy();
    expect(screen.getByText('Client')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Payments' })).toBeNull();
    const invested = screen.getByRole('group', { name: 'Total Invested' });
    expect(await within(invested).findByText('$250.25')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Flight Hours' })).toBeNull();
  });
});

const offered = aRegistry(
  aModule('money', { navigation: [aLink('/payments', 'Payments', { order: 50, roles: ['pilot'] })] }),
  aModule('work', {
    navigation: [
      aLink('/jobs', 'Jobs', { order: 20, labels: { pilot: 'My Jobs', client: undefined } }),
      aLink('/', 'Dashboard', { order: 10 }),
    ],
  }),
);
const labels = (...given: Parameters<typeof panelLinks>) => panelLinks(...given).map(({ label }) => label);

describe('panelLinks', () => {
  it("returns the links of all modules for a role in their order, with the role's label", () => {
    expect(labels(offered, 'pilot')).toEqual(['Dashboard', 'My Jobs', 'Payments']);
    expect(labels(offered, 'client')).toEqual(['Dashboard', 'Jobs']);
  });

  it('uses only the stable release', () => {
    const { releases: older } = aModule('work', { version: '0.9.0', navigation: [aLink('/old', 'Old')] });
    const module = aModule('work', { navigation: [aLink('/', 'Dashboard')] });
    const both = { ...module, releases: { ...older, ...module.releases } };
    expect(labels(aRegistry(both), 'pilot')).toEqual(['Dashboard']);
  });
});

describe('the panel with the modules of the product', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const modules = ['mfe-account', 'mfe-flight-data', 'mfe-jobs', 'mfe-payments'].map((folder) => {
    const manifest: unknown = JSON.parse(readFileSync(path.join(root, folder, 'module.json'), 'utf8'));
    const { name, navigation } = moduleManifest.validateSync(manifest, { strict: true });
    return aModule(name, { navigation });
  });
  const links = (role: 'pilot' | 'client') =>
    panelLinks(aRegistry(...modules), role).map(({ label, path: address }) => `${label} ${address}`);

  it('[FRAME-9, FRAME-10] links a pilot to seven pages, and a client to four', () => {
    expect(links('pilot')).toEqual([
      'Dashboard /',
      'My Jobs /jobs',
      'Schedule /schedule',
      'Messages /messages',
      'Browse Jobs /browse-jobs',
      'Flight Data /flight-data',
      'Payments /payments',
    ]);
    expect(links('client')).toEqual([
      'Dashboard /',
      'Jobs /jobs',
      'Schedule /schedule',
      'Messages /messages',
    ]);
  });
});
