import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { Deployment, RegistryModule } from '@dps/shared-contracts';
import type { Handlers } from '@dps/shared-contracts/testing';
import { renderInShell } from '@dps/ui/testing';
import { aModule, aRegistry } from '../../testing/registry.ts';
import { ReleaseTools } from '../ReleaseTools.tsx';
import { OVERRIDES_KEY, type PageReleases } from '../page-releases.ts';

const DEV = 'http://localhost:4300';
const settings: Deployment = {
  demoAccounts: [],
  payments: { publishableKey: '', sandboxScript: null },
  overrides: { origins: ['http://localhost:*'] },
};
const replaced = (source: string, problem?: string): RegistryModule => ({
  ...aModule('jobs'),
  choice: { reason: 'override', promoted: '1.0.0', source, ...(problem !== undefined && { problem }) },
});

/** Dev servers, from which a test lets news come. */
const servers = new Map<string, EventTarget>();
class FakeEventSource extends EventTarget {
  constructor(address: string) {
    super();
    servers.set(address, this);
  }
  close() {
    servers.clear();
  }
}
const tell = (news: string) =>
  act(() => {
    servers.get(`${DEV}/rebuilt`)?.dispatchEvent(new Event(news));
  });

function show(facts: Partial<PageReleases>, handlers: Handlers = {}) {
  const element = document.createElement('script');
  Object.assign(element, {
    type: 'application/json',
    id: 'deployment',
    textContent: JSON.stringify(settings),
  });
  document.head.append(element);
  const onReload = jest.fn();
  const releases = { registry: aRegistry(aModule('jobs')), asked: [], isRefused: false, ...facts };
  return { ...renderInShell(<ReleaseTools {...releases} onReload={onReload} />, { handlers }), onReload };
}
const bar = () => screen.findByRole('complementary', { name: 'Modules replaced in this tab' });
const chosen = () => sessionStorage.getItem(OVERRIDES_KEY);

beforeEach(() => {
  sessionStorage.clear();
  Object.assign(globalThis, { EventSource: FakeEventSource });
});
afterEach(() => {
  document.getElementById('deployment')?.remove();
  Reflect.deleteProperty(globalThis, 'EventSource');
});

describe('a tab', () => {
  it('without overrides has no bar', async () => {
    const { container } = show({});
    expect(container.textContent).toBe('');
  });

  it('says which module is replaced by what, and stops it', async () => {
    sessionStorage.setItem(OVERRIDES_KEY, JSON.stringify([`jobs@${DEV}`]));
    const { events, onReload } = show({ registry: aRegistry(replaced(DEV)) });
    expect((await bar()).textContent).toContain(`jobs from ${DEV}, in this tab only`);
    await events.click(screen.getByRole('button', { name: 'Stop jobs' }));
    expect(chosen()).toBeNull();
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('says why a replacement is not there', async () => {
    show({ registry: aRegistry(replaced(DEV, `${DEV}/release.json does not answer`)) });
    expect((await bar()).textContent).toContain('does not answer');
  });
});

describe('a link', () => {
  const asked = [{ module: 'jobs', source: DEV }];

  it('is obeyed only by who agrees', async () => {
    const { events, onReload } = show({ asked });
    expect((await bar()).textContent).toContain(`A link asks to run jobs from ${DEV}`);
    expect(chosen()).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Run it here' }));
    expect(chosen()).toBe(JSON.stringify([`jobs@${DEV}`]));
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('can be ignored', async () => {
    const { events, onReload } = show({ asked });
    await events.click(await screen.findByRole('button', { name: 'Ignore' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(chosen()).toBeNull();
    expect(onReload).not.toHaveBeenCalled();
  });

  it('that is not allowed offers nothing', async () => {
    show({ isRefused: true });
    expect((await bar()).textContent).toContain('was ignored');
    expect(screen.queryByRole('button', { name: 'Run it here' })).toBeNull();
  });
});

describe('a new build of a dev server', () => {
  it('loads the page anew', async () => {
    const { onReload } = show({ registry: aRegistry(replaced(DEV)) });
    await bar();
    tell('rebuilt');
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('waits for who has something unsaved', async () => {
    const { events, onReload } = show({ registry: aRegistry(replaced(DEV)) });
    await bar();
    const object = (event: Event) => event.preventDefault();
    globalThis.addEventListener('beforeunload', object);
    tell('rebuilt');
    globalThis.removeEventListener('beforeunload', object);
    expect(onReload).not.toHaveBeenCalled();
    await events.click(screen.getByRole('button', { name: 'Reload' }));
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('is found by a page that began before it was there', async () => {
    const build = {
      ...aModule('jobs').releases['1.0.0'],
      name: 'jobs',
      title: 'Jobs',
      base: `${DEV}/remote/`,
    };
    const handlers = { [`GET ${DEV}/release.json`]: () => build };
    const { onReload } = show({ registry: aRegistry(replaced(DEV, 'it does not answer')) }, handlers);
    await bar();
    expect(onReload).not.toHaveBeenCalled();
    tell('open');
    await waitFor(() => expect(onReload).toHaveBeenCalledTimes(1));
  });

  it('that failed is said', async () => {
    show({ registry: aRegistry(replaced(DEV)) });
    await bar();
    tell('broken');
    await waitFor(() => expect(screen.getByText(/Its last build failed/)).toBeTruthy());
  });
});
