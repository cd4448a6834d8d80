import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderInShell } from '@dps/ui/testing';
import { Link, useLocation, useNavigate } from '@dps/ui/router';
import type { UrlSchema } from './url-values.ts';
import { choice, dialogId, searchText } from './parameter.ts';
import { useUrlState } from './useUrlState.ts';

interface Values {
  q: string;
  status: 'all' | 'paid';
  job: string | null;
}
const schema: UrlSchema<Values> = {
  defaults: { q: '', status: 'all', job: null },
  parameters: { q: searchText, status: choice(['all', 'paid'], 'all'), job: dialogId },
};

function Page() {
  const { values, change, flush } = useUrlState(schema);
  const navigate = useNavigate();
  return (
    <>
      <input
        aria-label="Search"
        value={values.q}
        onChange={({ target }) => change({ q: target.value })}
        onBlur={flush}
      />
      <button onClick={() => change({ status: 'paid' })}>Paid</button>
      <button onClick={() => change({ job: '7' })}>Open 7</button>
      <button onClick={() => change({ job: '8' })}>Open 8</button>
      <button onClick={() => change({ job: null })}>Close</button>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
      <Link to="/jobs">Without filters</Link>
      <Link to="/schedule">Another page</Link>
      <p role="status">{JSON.stringify(values)}</p>
    </>
  );
}

function Product() {
  return useLocation().pathname === '/jobs' && <Page />;
}

function show(path: string) {
  const shell = renderInShell(<Product />, { path });
  return {
    ...shell,
    press: (name: string) => shell.events.click(screen.getByRole('button', { name })),
    search: () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }),
  };
}
afterEach(() => void jest.useRealTimers());
const values = (): unknown => JSON.parse(screen.getByRole('status').textContent);

describe('useUrlState', () => {
  it('[ROUTE-14, ROUTE-15] reads the values from the URL, and removes invalid parameters from it', async () => {
    const { location } = show('/jobs?status=stolen&utm=x&q=+roof+&job=7');
    expect(values()).toEqual({ q: ' roof ', status: 'all', job: '7' });
    await waitFor(() => expect(location()).toBe('/jobs?utm=x&q=roof&job=7'));
  });

  it('changes the page at once and the URL once the typing pauses, in one history entry', () => {
    jest.useFakeTimers();
    const { search, location } = show('/jobs');
    for (let letters = 1; letters <= 50; letters += 1) {
      fireEvent.change(search(), { target: { value: 'a'.repeat(letters) } });
      expect(values()).toMatchObject({ q: 'a'.repeat(letters) });
      act(() => jest.advanceTimersByTime(100));
      expect(location()).toBe('/jobs');
    }
    act(() => jest.advanceTimersByTime(300));
    expect(location()).toBe(`/jobs?q=${'a'.repeat(50)}`);
    fireEvent.click(screen.getByRole('button', { name: 'Paid' }));
    act(() => jest.advanceTimersByTime(300));
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(location()).toBe(`/jobs?q=${'a'.repeat(50)}&status=paid`);
  });

  it('writes at once when the field loses the focus', () => {
    jest.useFakeTimers();
    const { search, location } = show('/jobs');
    fireEvent.change(search(), { target: { value: 'roof' } });
    fireEvent.blur(search());
    expect(location()).toBe('/jobs?q=roof');
  });

  it('[ROUTE-16] closes a dialog by Back, opens it by Forward, and keeps the filters', async () => {
    const { press, search, location } = show('/jobs');
    fireEvent.change(search(), { target: { value: 'roof' } });
    fireEvent.click(screen.getByRole('button', { name: 'Open 7' }));
    expect(location()).toBe('/jobs?q=roof&job=7');
    await press('Back');
    expect(values()).toEqual({ q: 'roof', status: 'all', job: null });
    expect(location()).toBe('/jobs?q=roof');
    expect(search().value).toBe('roof');
    await press('Forward');
    expect(values()).toMatchObject({ q: 'roof', job: '7' });
  });

  it('returns to the entry of the page when a dialog closes that the page opened, also after another dialog', async () => {
    const { press, location } = show('/jobs?q=roof');
    await press('Open 7');
    await press('Close');
    expect(location()).toBe('/jobs?q=roof');
    await press('Forward');
    expect(location()).toBe('/jobs?q=roof&job=7');
    await press('Open 8');
    expect(location()).toBe('/jobs?q=roof&job=8');
    await press('Back');
    expect(location()).toBe('/jobs?q=roof');
  });

  it('stays on the page when a dialog closes that the first URL opened', async () => {
    const { press, location } = show('/jobs?job=7');
    await press('Close');
    expect(values()).toMatchObject({ job: null });
    expect(location()).toBe('/jobs');
  });

  it('follows a link to the page without filters', async () => {
    const { events, search } = show('/jobs?q=roof&status=paid');
    await events.type(search(), 's');
    await events.click(screen.getByRole('link', { name: 'Without filters' }));
    expect(values()).toEqual(schema.defaults);
    expect(search().value).toBe('');
  });

  it.each([
    [
      'the page is left',
      '/schedule',
      () => fireEvent.click(screen.getByRole('link', { name: 'Another page' })),
    ],
    ['Back', '/jobs', () => fireEvent.popState(window)],
  ])('writes nothing to the URL after %s', (_what, expected, leave) => {
    jest.useFakeTimers();
    const { search, location } = show('/jobs');
    fireEvent.change(search(), { target: { value: 'roof' } });
    leave();
    act(() => jest.advanceTimersByTime(1000));
    expect(location()).toBe(expected);
  });

  it.each([
    ['matches the browser after Back and Forward between two renders', '/jobs?q=roof', null],
    ['ignores the URL of another page', '/schedule?q=sky', '7'],
  ])('%s', async (_what, address, job) => {
    window.history.replaceState(null, '', address);
    const { press } = show('/jobs?q=roof');
    await press('Open 7');
    expect(values()).toMatchObject({ job: '7' });
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(values()).toMatchObject({ q: 'roof', job });
  });
});
