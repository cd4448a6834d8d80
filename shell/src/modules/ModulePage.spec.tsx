import { jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModuleRelease, RegistryModule } from '@dps/contract';
import { startSession } from '../session/shell-session.ts';
import { recordReports } from '../testing/record-reports.ts';
import { aModule, aRegistry } from '../testing/registry.ts';
import { startLoader } from './module-loader.ts';
import { ModulePage } from './ModulePage.tsx';

const route = { path: '/jobs', title: 'Jobs', access: 'user' as const, chunks: [], shared: [] };

function releases(...versions: [stable: string, lastGood?: string]): RegistryModule {
  const { releases: one, ...module } = aModule('jobs', { routes: [route] });
  const template = Object.values(one)[0];
  if (!template) throw new Error('The fixture has no release');
  const release = (version = ''): [string, ModuleRelease] => [
    version,
    { ...template, version, container: version },
  ];
  const [stable, lastGood] = versions;
  return {
    ...module,
    title: 'Jobs',
    stable,
    ...(lastGood && { lastGood }),
    releases: Object.fromEntries(versions.map(release)),
  };
}

type Behaviour = 'fine' | 'silent' | 'missing' | 'throws';

/** Shows the page. A test can change the behaviour of each version at any time. */
async function showPage(module: RegistryModule, behaviour: Record<string, Behaviour>, loadingText?: string) {
  const Page = ({ version, ...given }: { version: string }) => {
    if (behaviour[version] === 'throws') throw new Error('The page is broken');
    return (
      <>
        <h1>{`Page of ${version}`}</h1>
        {'signIn' in given && <p>It can sign in</p>}
      </>
    );
  };
  startLoader(aRegistry(module), {
    loadDefinition: async ({ version }) => {
      if (behaviour[version] === 'silent') await new Promise(() => undefined);
      if (behaviour[version] === 'missing') throw new Error('404');
      const lazy = async () => ({ default: (given: object) => <Page {...given} version={version} /> });
      return { name: 'jobs', version, routes: [{ path: '/jobs', lazy }] };
    },
    preloadFiles: () => undefined,
    pause: () => Promise.resolve(),
    onLoad: () => undefined,
  });
  const view = (
    <>
      <p>The frame</p>
      <ModulePage module={module} path="/jobs" loadingText={loadingText} />
    </>
  );
  await act(async () => void render(view));
}

const heading = (name: string) => screen.findByRole('heading', { name });

// React logs errors that a boundary catches.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

describe('the page of a module', () => {
  it('shows a spinner while it loads', async () => {
    await showPage(releases('1.0.0'), { '1.0.0': 'silent' });
    expect(screen.getByRole('progressbar', { name: 'Loading...' })).toBeTruthy();
  });

  it("[BROWSER-1] shows the route's loading text, and offers Retry after 10 s", async () => {
    jest.useFakeTimers();
    await showPage(releases('1.0.0'), { '1.0.0': 'silent' }, 'Loading work...');
    expect(screen.getByRole('status').textContent).toBe('Loading work...');
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    jest.useRealTimers();
    const status = within(screen.getByRole('status'));
    expect(status.getByText('Loading work...')).toBeTruthy();
    expect(status.getByText(/The server has not responded for 10 seconds/)).toBeTruthy();
    expect(status.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it.each(['missing', 'throws'] as const)(
    '[MODULE-2] shows the last good release when the stable one is %s',
    async (how) => {
      await showPage(releases('1.1.0', '1.0.0'), { '1.1.0': how });
      expect(await heading('Page of 1.0.0')).toBeTruthy();
    },
  );

  it('gives a guest page the sign-in, also if a fallback runs, whose routes no document has', async () => {
    startSession(() => Promise.resolve());
    const module = releases('1.1.0', '1.0.0');
    const [stable, lastGood] = Object.values(module.releases);
    Object.assign(stable ?? {}, { routes: [{ ...route, access: 'guest' }] });
    Object.assign(lastGood ?? {}, { routes: [] });
    await showPage(module, { '1.1.0': 'missing' });
    expect(await heading('Page of 1.0.0')).toBeTruthy();
    expect(screen.getByText('It can sign in')).toBeTruthy();
  });

  it.each(['missing', 'throws'] as const)(
    '[MODULE-3] shows a panel that names module and version when it is %s, and Retry shows the page',
    async (how) => {
      const behaviour: Record<string, Behaviour> = { '1.0.0': how };
      await showPage(releases('1.0.0'), behaviour);
      expect(await heading('Jobs is unavailable')).toBeTruthy();
      expect(screen.getByText(/Jobs 1\.0\.0 could not be loaded/)).toBeTruthy();
      expect(screen.getByText('The frame')).toBeTruthy();

      behaviour['1.0.0'] = 'fine';
      await act(() => userEvent.click(screen.getByRole('button', { name: 'Retry' })));
      expect(await heading('Page of 1.0.0')).toBeTruthy();
    },
  );

  it('reports the releases that threw', async () => {
    const { reports, telemetry } = recordReports();
    await showPage(releases('1.1.0', '1.0.0'), { '1.1.0': 'throws', '1.0.0': 'throws' });
    expect(await heading('Jobs is unavailable')).toBeTruthy();
    const crash = { module: 'jobs', part: 'page', errorName: 'Error', message: '', count: 1 };
    await waitFor(() => {
      telemetry.flush();
      expect(reports.flatMap(({ crashes }) => crashes)).toEqual([
        { ...crash, version: '1.1.0' },
        { ...crash, version: '1.0.0' },
      ]);
    });
  });

  it('retries when the network returns', async () => {
    const behaviour: Record<string, Behaviour> = { '1.0.0': 'missing' };
    await showPage(releases('1.0.0'), behaviour);
    expect(await heading('Jobs is unavailable')).toBeTruthy();
    behaviour['1.0.0'] = 'fine';
    await act(async () => void globalThis.dispatchEvent(new Event('online')));
    expect(await heading('Page of 1.0.0')).toBeTruthy();
  });
});
