import { Component, Suspense, type ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { drawToasts, type Toast } from '@dps/ui/toast';
import { loadDeferredParts, Tooltip } from './deferred.tsx';
import { onDemand } from './on-demand.ts';

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? 'The page failed' : this.props.children);
}

const part = { default: () => <p>The part</p> };
const damaged = () => Promise.reject(new Error('The script failed to load'));
/** Loads fail until the server is reachable. */
let isServerUp: boolean;
let attempts: number;
let toasts: Toast[];

const load = () => {
  attempts += 1;
  return isServerUp ? Promise.resolve(part) : damaged();
};

function show(Part: ReturnType<typeof onDemand>) {
  return act(async () =>
    render(
      <Boundary>
        <input aria-label="Notes" defaultValue="Typed before" />
        <Suspense fallback={<p>Loading...</p>}>
          <Part />
        </Suspense>
      </Boundary>,
    ),
  );
}

beforeEach(() => {
  [isServerUp, attempts, toasts] = [true, 0, []];
  drawToasts((toast) => toasts.push(toast));
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      isServerUp ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
    );
});
afterEach(() => jest.restoreAllMocks());

describe('a part that loads on demand', () => {
  it('is shown, with one load and no request to the server', async () => {
    await show(onDemand(load));
    expect(document.body.textContent).toContain('The part');
    expect([attempts, jest.mocked(fetch).mock.calls]).toEqual([1, []]);
  });

  it('[MODULE-9] waits for an unreachable server and keeps the page with its input', async () => {
    isServerUp = false;
    await show(onDemand(load));
    expect(toasts.map(({ title }) => title)).toEqual(['You are offline']);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Notes' }).value).toBe('Typed before');
    await act(async () => void globalThis.dispatchEvent(new Event('online')));
    expect(document.body.textContent).toContain('Loading...');
    isServerUp = true;
    await act(async () => void globalThis.dispatchEvent(new Event('online')));
    expect(document.body.textContent).toContain('The part');
    expect(toasts).toHaveLength(1);
  });

  it('fails when its file is damaged and the server is reachable', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    await show(onDemand(damaged));
    expect(document.body.textContent).toContain('The page failed');
    expect(toasts).toEqual([]);
  });
});

it('an element works before the code of its tooltip has loaded, and shows the tooltip afterwards', async () => {
  const onClick = jest.fn();
  render(
    <Tooltip title="The sum of all budgets" describeChild enterDelay={0}>
      <button onClick={onClick}>About</button>
    </Tooltip>,
  );
  const before = screen.getByRole('button', { name: 'About' });
  fireEvent.click(before);
  expect([onClick.mock.calls.length, before.title]).toEqual([1, '']);
  await act(async () => void (await loadDeferredParts()));
  fireEvent.mouseOver(screen.getByTitle('The sum of all budgets'));
  expect((await screen.findByRole('tooltip')).textContent).toBe('The sum of all budgets');
});
