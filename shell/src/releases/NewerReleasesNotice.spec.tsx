import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { aPilot, reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { Link } from '@dps/ui/router';
import { aModule, aRegistry } from '../testing/registry.ts';
import { RELOAD_WANTED } from './forced-reload.ts';
import { NewerReleasesNotice } from './NewerReleasesNotice.tsx';

const current = aRegistry(aModule('jobs'));
const newer = { ...aRegistry(aModule('jobs', { version: '1.1.0' })), revision: 2 };
const notice = () => document.querySelector('[aria-live="polite"]')?.textContent;
const goTo = (name: string) => screen.getByRole('link', { name });

function open(respond: () => unknown) {
  const onReload = jest.fn();
  const page = (
    <>
      <NewerReleasesNotice registry={current} onReload={onReload} />
      <Link to="/jobs">Jobs</Link>
      <Link to="/schedule">Schedule</Link>
    </>
  );
  const shell = renderInShell(page, { user: aPilot(), handlers: { 'GET /registry.json': respond } });
  const requests = () => shell.calls.filter(({ url }) => url === '/registry.json').length;
  return { ...shell, onReload, requests };
}

describe('[MODULE-5] newer releases', () => {
  it('are requested once after each navigation, offered, and hidden by Later', async () => {
    let response: unknown = reply(503);
    const { events, onReload, requests } = open(() => response);
    expect(requests()).toBe(0);
    await events.click(goTo('Jobs'));
    await events.click(goTo('Jobs'));
    await waitFor(() => expect(requests()).toBe(1));
    response = current;
    await events.click(goTo('Schedule'));
    await waitFor(() => expect(requests()).toBe(2));
    expect(notice()).toBe('');
    response = newer;
    await events.click(goTo('Jobs'));
    await waitFor(() => expect(notice()).toContain('A newer version is ready'));
    await events.click(goTo('Schedule'));
    expect(requests()).toBe(3);
    await events.click(screen.getByRole('button', { name: 'Reload' }));
    expect(onReload).toHaveBeenCalledTimes(1);
    await events.click(screen.getByRole('button', { name: 'Later' }));
    expect(notice()).toBe('');
  });

  it('[MODULE-13] are urgent after a command that requests a reload', async () => {
    open(() => current);
    act(() => void globalThis.dispatchEvent(new Event(RELOAD_WANTED)));
    expect(notice()).toContain('Save first what you are typing.');
    expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
  });
});
