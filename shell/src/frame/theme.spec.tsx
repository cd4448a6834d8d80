import { screen } from '@testing-library/react';
import { aClient, aPilot } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { chooseColorScheme } from '@dps/ui';
import { SlimFrame } from './SlimFrame.tsx';
import { UserMenu } from './UserMenu.tsx';

const attribute = () => document.documentElement.getAttribute('data-color-scheme');

beforeEach(() => chooseColorScheme('system'));

it.each([
  ['client', aClient(), ['/profile', '/payments']],
  ['pilot', aPilot(), ['/profile']],
] as const)('[FRAME-23] the user menu of a %s links to %j', async (_role, user, targets) => {
  const { events } = renderInShell(<UserMenu user={user} />, { user });
  await events.click(screen.getByRole('button', { name: 'User menu' }));
  const links = screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'));
  expect(links.filter((href) => href?.startsWith('/'))).toEqual(targets);
});

describe('the theme', () => {
  it('[FRAME-5] is one of three entries of the user menu', async () => {
    const user = aPilot();
    const { events } = renderInShell(<UserMenu user={user} />, { user });
    const open = () => events.click(screen.getByRole('button', { name: 'User menu' }));
    const checked = () => screen.getByRole('menuitemradio', { checked: true }).textContent;
    await open();
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(3);
    expect(checked()).toBe('System theme');
    await events.click(screen.getByRole('menuitemradio', { name: 'Dark theme' }));
    expect(attribute()).toBe('dark');
    await open();
    expect(checked()).toBe('Dark theme');
  });

  it('is toggled by a button for signed-out users', async () => {
    const { events } = renderInShell(<SlimFrame>Page</SlimFrame>);
    await events.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(attribute()).toBe('dark');
    await events.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(attribute()).toBe('light');
  });
});
