import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { Deployment, RegistryModule } from '@dps/contract';
import { type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { aModule, aRegistry } from '../../testing/registry.ts';
import { ReleaseTools } from '../ReleaseTools.tsx';
import { OVERRIDES_KEY, type PageReleases } from '../page-releases.ts';

const DEV = 'http://localhost:4300';
const deployment: Deployment = {
  demoAccounts: [],
  payments: { publishableKey: '', sandboxScript: null },
  overrides: { origins: ['http://localhost:*'] },
};
const replaced = (source: string, problem?: string): RegistryModule => ({
  ...aModule('jobs'),
  choice: { reason: 'override', promoted: '1.0.0', source, ...(problem !== undefined && { problem }) },
});

/** Dev servers, whose events a test dispatches. */
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
const dispatch = (type: string) =>
  act(() => {
    servers.get(`${DEV}/rebuilt`)?.dispatchEvent(new Event(type));
  });

function show(facts: Partial<PageReleases>, handlers: Handlers = {}) {
  const onReload = jest.fn();
  const releases = { registry: aRegistry(aModule('jobs')), requested: [], isRefused: false, ...facts };
  const options = { handlers, deployment };
  return { ...renderInShell(<ReleaseTools {...releases} onReload={onReload} />, options), onReload };
}
const bar = () => screen.findByRole('complementary', { name: 'Modules replaced in this tab' });
const refuseStorage = () =>
  jest.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
const chosen = () => sessionStorage.getItem(OVERRIDES_KEY);

beforeEach(() => {
  sessionStorage.clear();
  Object.assign(globalThis, { EventSource: FakeEventSource });
});
afterEach(() => {
  document.getElementById('deployment')?.remove();
  Reflect.deleteProperty(globalThis, 'EventSource');
});

describe('the bar of overrides', () => {
  it('is hidden without overrides', async () => {
    const { container } = show({});
    expect(container.textContent).toBe('');
  });

  it('lists an override with its problem, and removes it', async () => {
    sessionStorage.setItem(OVERRIDES_KEY, JSON.stringify([`jobs@${DEV}`]));
    const problem = `${DEV}/release.json does not respond`;
    const { events, onReload } = show({ registry: aRegistry(replaced(DEV, problem)) });
    expect((await bar()).textContent).toContain(`jobs from ${DEV}, in this tab only`);
    expect((await bar()).textContent).toContain(problem);
    await events.click(screen.getByRole('button', { name: 'Stop jobs' }));
    expect(chosen()).toBeNull();
    expect(onReload).toHaveBeenCalledTimes(1);
  });
});

describe('a link that requests an override', () => {
  const requested = [{ module: 'jobs', source: DEV }];

  it('applies it only after the user agrees', async () => {
    const { events, onReload } = show({ requested });
    expect((await bar()).textContent).toContain(`A link asks to run jobs from ${DEV}`);
    expect(chosen()).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Run it here' }));
    expect(chosen()).toBe(JSON.stringify([`jobs@${DEV}`]));
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('[BROWSER-9] is not applied by a browser that stores nothing, which the page reports', async () => {
    const refused = refuseStorage();
    const { events, onReload } = show({ requested });
    await events.click(await screen.findByRole('button', { name: 'Run it here' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This browser stores nothing');
    expect(onReload).not.toHaveBeenCalled();
    refused.mockRestore();
  });

  it('can be ignored', async () => {
    const { events, onReload } = show({ requested });
    await events.click(await screen.findByRole('button', { name: 'Ignore' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(chosen()).toBeNull();
    expect(onReload).not.toHaveBeenCalled();
  });

  it('offers no agreement when it is not allowed', async () => {
    show({ isRefused: true });
    expect((await bar()).textContent).toContain('was ignored');
    expect(screen.queryByRole('button', { name: 'Run it here' })).toBeNull();
  });
});

describe('a new build of a dev server', () => {
  it('reloads a page without unsaved changes', async () => {
    const { events, onReload } = show({ registry: aRegistry(replaced(DEV)) });
    await bar();
    const object = (event: Event) => event.preventDefault();
    globalThis.addEventListener('beforeunload', object);
    dispatch('rebuilt');
    globalThis.removeEventListener('beforeunload', object);
    expect(onReload).not.toHaveBeenCalled();
    await events.click(screen.getByRole('button', { name: 'Reload' }));
    expect(onReload).toHaveBeenCalledTimes(1);
    dispatch('rebuilt');
    expect(onReload).toHaveBeenCalledTimes(2);
  });

  it('reloads a page that loaded before the server was ready', async () => {
    const release = aModule('jobs').releases['1.0.0'];
    const build = { ...release, kind: 'module', name: 'jobs', title: 'Jobs', base: `${DEV}/remote/` };
    const handlers = { [`GET ${DEV}/release.json`]: () => build };
    const { onReload } = show({ registry: aRegistry(replaced(DEV, 'it does not respond')) }, handlers);
    await bar();
    expect(onReload).not.toHaveBeenCalled();
    dispatch('open');
    await waitFor(() => expect(onReload).toHaveBeenCalledTimes(1));
  });

  it('shows that it failed, until one succeeds', async () => {
    const { onReload } = show({ registry: aRegistry(replaced(DEV)) });
    await bar();
    dispatch('broken');
    await waitFor(() => expect(screen.getByText(/Its last build failed/)).toBeTruthy());
    dispatch('updated');
    await waitFor(() => expect(screen.queryByText(/Its last build failed/)).toBeNull());
    expect(onReload).not.toHaveBeenCalled();
  });
});
