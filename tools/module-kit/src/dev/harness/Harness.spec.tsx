import type { ReactNode } from 'react';
import { aPilot } from '@dps/contract/testing';
import { renderInShell, type ShellOptions } from '@dps/ui/testing';
import { Widget } from '@dps/contract/client';
import { screen, within } from '@testing-library/react';
import { developedModule, type AnyProps } from './developed-module.ts';
import { Harness } from './Harness.tsx';

const lazily = (View: (props: AnyProps) => ReactNode) => () => Promise.resolve({ default: View });

function Forecast({ days, onClose }: AnyProps) {
  return (
    <>
      <p>{`The next ${String(days)} days`}</p>
      <button onClick={() => typeof onClose === 'function' && onClose()}>Close</button>
    </>
  );
}

/** Renders the harness of a module with a user page and a guest page. */
function showHarness(path: string, options: ShellOptions = {}) {
  let isDone = false;
  const job = { jobId: 7, onDone: () => (isDone = true) };
  const route = (access: string) => ({
    path: `/${access}`,
    title: `For ${access}s`,
    access,
    page: 'src/A.tsx',
  });
  const module = developedModule({
    version: '1.2.0',
    product: 'http://localhost:4200',
    manifest: {
      name: 'weather',
      title: 'Weather',
      contract: '^1.0.0',
      routes: [route('user'), route('guest')],
      navigation: [],
      widgets: [{ name: 'weather.forecast', source: 'src/Forecast.tsx' }],
    },
    definition: {
      routes: [
        { path: '/user', lazy: lazily(() => <Widget name="flight-data.upload-form" props={job} />) },
        { path: '/guest', lazy: lazily(() => <p>Come in</p>) },
      ],
      widgets: { 'weather.forecast': lazily(Forecast) },
    },
    examples: { 'weather.forecast': { days: 5, onClose: () => {} } },
  });
  const shown = renderInShell(<Harness module={module} />, { path, ...options });
  return { ...shown, isDone: () => isDone };
}

describe('a page', () => {
  it('for users shows an explanation to guests, with links to the pages and widgets of the module', () => {
    showHarness('/user');
    expect(screen.getByRole('heading', { name: 'For signed-in users' })).toBeTruthy();
    expect(screen.getByText('Weather 1.2.0')).toBeTruthy();
    const pages = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
    expect(pages.map((link) => link.getAttribute('href'))).toEqual(['/user', '/guest']);
    expect(screen.getByRole('link', { name: 'weather.forecast' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'In the product' }).getAttribute('href')).toBe(
      `http://localhost:4200/?override=weather@${location.origin}`,
    );
  });

  it('for guests is shown only to guests', async () => {
    const { unmount } = showHarness('/guest');
    expect(await screen.findByText('Come in')).toBeTruthy();
    unmount();
    showHarness('/guest', { user: aPilot() });
    expect(screen.getByRole('heading', { name: 'For signed-out users' })).toBeTruthy();
  });

  it('that the module does not have is a link to the product', () => {
    showHarness('/payments?month=5');
    expect(screen.getByRole('link', { name: 'Open it in the product' }).getAttribute('href')).toBe(
      'http://localhost:4200/payments?month=5',
    );
  });
});

it("shows the props of another module's widget, and a button for each callback", async () => {
  const { events, isDone } = showHarness('/user', { user: aPilot() });
  const outline = within(await screen.findByRole('region', { name: 'Widget flight-data.upload-form' }));
  expect(outline.getByText(/"jobId": 7/)).toBeTruthy();
  await events.click(outline.getByRole('button', { name: 'onDone()' }));
  expect(isDone()).toBe(true);
});

describe('a widget alone', () => {
  it('is shown with example or edited props, and is hidden when it calls a callback', async () => {
    const { events } = showHarness('/@widgets/weather.forecast');
    await events.click(await screen.findByRole('button', { name: 'Close' }));
    expect(screen.getByText('onClose was called.')).toBeTruthy();
    expect(screen.queryByText('The next 5 days')).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Show again' }));
    expect(await screen.findByText('The next 5 days')).toBeTruthy();
    const props = screen.getByRole('textbox', { name: 'Props (JSON)' });
    await events.clear(props);
    expect(screen.getByText('This is not a JSON object.')).toBeTruthy();
    await events.type(props, '{{"days": 14}');
    expect(await screen.findByText('The next 14 days')).toBeTruthy();
  });
});
