import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseReleases, type RegistryModule } from '@dps/contract';
import type { ModuleDefinition } from '@dps/contract/module';
import { Widget, WidgetHost } from '@dps/contract/client';
import { aModule, aRegistry } from '../testing/registry.ts';
import { startLoader } from './active-loader.ts';
import { ModuleWidget } from './ModuleWidget.tsx';

const name = 'flight-data.record-list';

async function showWidget(
  provided: string[],
  loadDefinition: () => Promise<ModuleDefinition>,
  given: Partial<RegistryModule> = {},
) {
  const module = { ...aModule('flight-data', { widgets: provided }), title: 'Flight Data', ...given };
  const registry = chooseReleases(aRegistry(module), {});
  startLoader(registry, {
    loadDefinition,
    preloadFiles: () => undefined,
    pause: () => Promise.resolve(),
    onLoad: () => undefined,
  });
  const view = (
    <WidgetHost value={ModuleWidget}>
      <p>The host</p>
      <Widget name={name} props={{ records: [] }} />
    </WidgetHost>
  );
  await act(async () => void render(view));
}

function Records({ records }: { records: readonly unknown[] }) {
  return <p>{`${records.length} records`}</p>;
}

const flightData: ModuleDefinition = {
  name: 'flight-data',
  version: '1.0.0',
  routes: [],
  widgets: { [name]: async () => ({ default: Records }) },
};

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

describe('a widget of another module', () => {
  it('is shown with its props', async () => {
    await showWidget([name], async () => flightData);
    expect(await screen.findByText('0 records')).toBeTruthy();
  });

  it('[MODULE-4] shows its own error within its host when no module provides it', async () => {
    await showWidget([], async () => flightData);
    expect((await screen.findByRole('alert')).textContent).toContain('Flight Data is unavailable right now.');
    expect(screen.getByText('The host')).toBeTruthy();
  });

  it('[MODULE-11] shows nothing within its host when its module is retired', async () => {
    await showWidget([name], async () => flightData, { inactive: true });
    expect(screen.getByText('The host').parentElement?.textContent).toBe('The host');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is loaded again by Retry after a failure', async () => {
    let there = false;
    await showWidget([name], async () => {
      if (!there) throw new Error('404');
      return flightData;
    });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    there = true;
    await act(() => userEvent.click(retry));
    expect(await screen.findByText('0 records')).toBeTruthy();
  });
});
