import type { ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseReleases, type ModuleRelease, type Registry, type RegistryModule } from '@dps/contract';
import { Widget, WidgetHost } from '@dps/contract/client';
import { aModule, aRegistry } from '../testing/registry.ts';
import { startLoader } from './module-loader.ts';
import { HEDGE_MS } from './load-part.ts';
import { ModuleWidget } from './ModuleWidget.tsx';

const list = 'flight-data.record-list';
const form = 'flight-data.upload-form';
const unavailable = 'Flight Data is unavailable right now. The rest of the page works.';

/** A module whose release 1.1.0 is stable and 1.0.0 the last good one. */
function twoReleases(): RegistryModule {
  const module = aModule('flight-data', { widgets: [list, form] });
  const old = module.releases['1.0.0'];
  if (!old) throw new Error('The fixture has no release');
  const releases = {
    '1.0.0': old,
    '1.1.0': { ...old, version: '1.1.0', container: 'mfe_flight_data_1_1_0' },
  };
  return { ...module, title: 'Flight Data', stable: '1.1.0', lastGood: '1.0.0', releases };
}

type PartName = typeof list | typeof form;
type Behaviour = 'works' | 'is silent' | 'does not load' | 'throws' | 'shows the other';

/** A document with the given behaviour of each part of each release; `works` by default. */
function aDocument(
  behaviour: Partial<Record<`${string} ${PartName}`, Behaviour>>,
  registry: Registry = aRegistry(twoReleases()),
) {
  const part = (version: string, name: PartName) => async () => {
    if (behaviour[`${version} ${name}`] === 'is silent') await new Promise(() => undefined);
    if (behaviour[`${version} ${name}`] === 'does not load') throw new Error('404');
    const Part = () => {
      if (behaviour[`${version} ${name}`] === 'throws') throw new Error('The part is broken');
      if (behaviour[`${version} ${name}`] === 'shows the other') return name === list ? theForm : theList;
      return <p>{`${name} of ${version}`}</p>;
    };
    return { default: Part };
  };
  startLoader(registry, {
    loadDefinition: async ({ version }: ModuleRelease) => ({
      name: 'flight-data',
      version,
      routes: [],
      widgets: { [list]: part(version, list), [form]: part(version, form) },
    }),
    preloadFiles: () => undefined,
    pause: () => Promise.resolve(),
    onLoad: () => undefined,
  });
}

const theList = <Widget name={list} props={{ records: [] }} />;
const theForm = <Widget name={form} props={{ jobId: 1, onDone: () => undefined }} />;

/** Shows parts of the module in this order. Returns a function that replaces them. */
async function show(first: ReactNode, second?: ReactNode) {
  const view = (...[one, other]: ReactNode[]) => (
    <WidgetHost value={ModuleWidget}>
      <p>The host</p>
      <section>{one}</section>
      <section>{other}</section>
    </WidgetHost>
  );
  const { rerender } = await act(async () => render(view(first, second)));
  return (...parts: ReactNode[]) => act(async () => rerender(view(...parts)));
}

// React logs errors that a boundary catches.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('two parts of a module that load at the same time', () => {
  it.each([
    ['first', theForm, theList],
    ['second', theList, theForm],
  ])('both come from the last good release when the %s one does not load', async (_order, ...parts) => {
    aDocument({ [`1.1.0 ${form}`]: 'does not load' });
    await show(...parts);
    expect(await screen.findByText(`${form} of 1.0.0`)).toBeTruthy();
    expect(await screen.findByText(`${list} of 1.0.0`)).toBeTruthy();
  });

  it('keep the release that one of them shows when the other one throws', async () => {
    aDocument({ [`1.1.0 ${form}`]: 'throws' });
    await show(theList, theForm);
    expect(await screen.findByText(`${list} of 1.1.0`)).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain(unavailable);
    expect(screen.queryByText(`${form} of 1.0.0`)).toBeNull();
  });

  it('move to the last good release when both throw', async () => {
    aDocument({ [`1.1.0 ${list}`]: 'throws', [`1.1.0 ${form}`]: 'throws' });
    await show(theList, theForm);
    expect(await screen.findByText(`${list} of 1.0.0`)).toBeTruthy();
    expect(await screen.findByText(`${form} of 1.0.0`)).toBeTruthy();
  });

  it('use the last good release after 1.5 s when the stable one stays pending', async () => {
    jest.useFakeTimers();
    aDocument({ [`1.1.0 ${form}`]: 'is silent' });
    await show(theForm, theList);
    await act(() => jest.advanceTimersByTimeAsync(HEDGE_MS));
    expect(screen.getByText(`${form} of 1.0.0`)).toBeTruthy();
    expect(screen.getByText(`${list} of 1.0.0`)).toBeTruthy();
  });

  it('do not wait longer than 3 s for each other', async () => {
    jest.useFakeTimers();
    aDocument({ [`1.1.0 ${form}`]: 'is silent', [`1.0.0 ${form}`]: 'is silent' });
    await show(theForm, theList);
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.getByText(`${list} of 1.1.0`)).toBeTruthy();
  });

  it('fail separately when no release provides the first one', async () => {
    aDocument({ [`1.1.0 ${form}`]: 'does not load', [`1.0.0 ${form}`]: 'does not load' });
    await show(theForm, theList);
    expect(await screen.findByText(`${list} of 1.1.0`)).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain(unavailable);
  });
});

describe('a part that is shown later', () => {
  it('fails alone when it does not load, and Retry loads it from the release that the document shows', async () => {
    const behaviour: Parameters<typeof aDocument>[0] = { [`1.1.0 ${form}`]: 'does not load' };
    aDocument(behaviour);
    const change = await show(theList);
    await change(theList, theForm);
    expect((await screen.findByRole('alert')).textContent).toContain(unavailable);
    behaviour[`1.1.0 ${form}`] = 'works';
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Retry' })));
    expect(await screen.findByText(`${form} of 1.1.0`)).toBeTruthy();
    expect(screen.getByText(`${list} of 1.1.0`)).toBeTruthy();
  });

  it('[MODULE-4] shows its own error within its host when no module provides it', async () => {
    aDocument({}, aRegistry({ ...aModule('flight-data'), title: 'Flight Data' }));
    await show(theList);
    expect((await screen.findByRole('alert')).textContent).toContain(unavailable);
    expect(screen.getByText('The host')).toBeTruthy();
  });

  it('moves to the last good release when its widgets show each other in a circle', async () => {
    aDocument({ [`1.1.0 ${list}`]: 'shows the other', [`1.1.0 ${form}`]: 'shows the other' });
    await show(theList);
    expect(await screen.findByText(`${list} of 1.0.0`)).toBeTruthy();
    const errors = jest.spyOn(console, 'error').mock.calls.flat().map(String);
    const circle = [list, form, list, form, list].join(' → ');
    expect(errors.join()).toContain(`Widgets show each other in a circle: ${circle}`);
  });

  it('[MODULE-11] shows nothing within its host when its module is retired', async () => {
    aDocument({}, chooseReleases(aRegistry({ ...twoReleases(), inactive: true }), {}));
    await show(theList);
    expect(screen.getByText('The host').parentElement?.textContent).toBe('The host');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('switches the module to another release when the document shows no other part', async () => {
    aDocument({ [`1.1.0 ${form}`]: 'does not load' });
    const change = await show(theList);
    await change(theForm);
    expect(await screen.findByText(`${form} of 1.0.0`)).toBeTruthy();
    expect(screen.queryByText(`${list} of 1.1.0`)).toBeNull();
    await change(theForm, theList);
    expect(await screen.findByText(`${list} of 1.0.0`)).toBeTruthy();
  });
});
