import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderInShell } from '@dps/ui/testing';
import { Link, useLocation, useNavigate } from '@dps/ui/router';
import type { UrlSchema } from './url-values.ts';
import { choice, dialogOf, searchText } from './parameter.ts';
import { useUrlState } from './useUrlState.ts';

interface Values {
  q: string;
  status: 'all' | 'paid';
  job: string | null;
}
const form: UrlSchema<Values> = {
  defaults: { q: '', status: 'all', job: null },
  parameters: { q: searchText, status: choice(['all', 'paid'], 'all'), job: dialogOf },
};

function Page() {
  const { values, change, settle } = useUrlState(form);
  const navigate = useNavigate();
  return (
    <>
      <input
        aria-label="Search"
        value={values.q}
        onChange={({ target }) => change({ q: target.value })}
        onBlur={settle}
      />
      <button onClick={() => change({ status: 'paid' })}>Paid</button>
      <button onClick={() => change({ job: '7' })}>Open 7</button>
      <button onClick={() => change({ job: '8' })}>Open 8</button>
      <button onClick={() => change({ job: null })}>Close</button>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
      <Link to="/jobs">Afresh</Link>
      <Link to="/schedule">Elsewhere</Link>
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

describe('state in the address', () => {
  it('is what the address says', () => {
    show('/jobs?q=roof&status=paid&job=7');
    expect(values()).toEqual({ q: 'roof', status: 'paid', job: '7' });
  });

  it('leaves out of the address what it cannot read, and keeps what is not its own', async () => {
    const { location } = show('/jobs?status=stolen&utm=x&q=+roof+');
    expect(values()).toMatchObject({ status: 'all', q: ' roof ' });
    await waitFor(() => expect(location()).toBe('/jobs?utm=x&q=roof'));
  });

  it('changes the page at once and the address once the typing pauses, all of it in one entry', async () => {
    const { events, press, search, location } = show('/jobs');
    await events.type(search(), 'roof');
    expect(values()).toMatchObject({ q: 'roof' });
    expect(location()).toBe('/jobs');
    await waitFor(() => expect(location()).toBe('/jobs?q=roof'));
    await press('Paid');
    await waitFor(() => expect(location()).toBe('/jobs?q=roof&status=paid'));
    await press('Back');
    expect(location()).toBe('/jobs?q=roof&status=paid');
  });

  it('writes to the address once for many letters', () => {
    jest.useFakeTimers();
    const { search, location } = show('/jobs');
    for (let letters = 1; letters <= 50; letters += 1) {
      fireEvent.change(search(), { target: { value: 'a'.repeat(letters) } });
      act(() => jest.advanceTimersByTime(100));
      expect(location()).toBe('/jobs');
    }
    act(() => jest.advanceTimersByTime(300));
    expect(location()).toBe(`/jobs?q=${'a'.repeat(50)}`);
  });

  it('does not wait for the pause when the field is left', async () => {
    const { events, search, location } = show('/jobs');
    await events.type(search(), 'roof');
    await events.tab();
    expect(location()).toBe('/jobs?q=roof');
  });

  it('closes a dialog by Back, opens it by Forward, and keeps the filters below it', async () => {
    const { events, press, search, location } = show('/jobs');
    await events.type(search(), 'roof');
    await press('Open 7');
    expect(location()).toBe('/jobs?q=roof&job=7');
    await press('Back');
    expect(values()).toEqual({ q: 'roof', status: 'all', job: null });
    expect(location()).toBe('/jobs?q=roof');
    await press('Forward');
    expect(values()).toMatchObject({ q: 'roof', job: '7' });
  });

  it('writes what is still to be written before a dialog opens, also where no field was left', async () => {
    const { press, search, location } = show('/jobs');
    fireEvent.change(search(), { target: { value: 'roof' } });
    fireEvent.click(screen.getByRole('button', { name: 'Open 7' }));
    expect(location()).toBe('/jobs?q=roof&job=7');
    await press('Back');
    expect(location()).toBe('/jobs?q=roof');
    expect(search().value).toBe('roof');
  });

  it('goes back to the page when a dialog is closed that was opened from it', async () => {
    const { press, location } = show('/jobs?q=roof');
    await press('Open 7');
    await press('Close');
    expect(location()).toBe('/jobs?q=roof');
    await press('Forward');
    expect(location()).toBe('/jobs?q=roof&job=7');
  });

  it('lets one dialog take the place of another: Back closes both', async () => {
    const { press, location } = show('/jobs');
    await press('Open 7');
    await press('Open 8');
    expect(location()).toBe('/jobs?job=8');
    await press('Back');
    expect(location()).toBe('/jobs');
  });

  it('stays on the page when a dialog is closed that the address opened', async () => {
    const { press, location } = show('/jobs?job=7');
    await press('Close');
    expect(values()).toMatchObject({ job: null });
    expect(location()).toBe('/jobs');
  });

  it('follows a link to the page without filters', async () => {
    const { events, search } = show('/jobs?q=roof&status=paid');
    await events.type(search(), 's');
    await events.click(screen.getByRole('link', { name: 'Afresh' }));
    expect(values()).toEqual(form.defaults);
    expect(search().value).toBe('');
  });

  it('is not called back by the address once the page is left', () => {
    jest.useFakeTimers();
    const { search, location } = show('/jobs');
    fireEvent.change(search(), { target: { value: 'roof' } });
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    act(() => jest.advanceTimersByTime(1000));
    expect(location()).toBe('/schedule');
  });

  it('is not called back by the address once somebody goes back', () => {
    jest.useFakeTimers();
    const { search, location } = show('/jobs');
    fireEvent.change(search(), { target: { value: 'roof' } });
    fireEvent.popState(window);
    act(() => jest.advanceTimersByTime(1000));
    expect(location()).toBe('/jobs');
  });

  it('is where the browser is, also where it went there and back before the router said so', async () => {
    window.history.replaceState(null, '', '/jobs?q=roof');
    const { press } = show('/jobs?q=roof');
    await press('Open 7');
    expect(values()).toMatchObject({ job: '7' });
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(values()).toMatchObject({ q: 'roof', job: null });
  });

  it('is not that of another page to which the browser goes', async () => {
    window.history.replaceState(null, '', '/schedule?q=sky');
    const { press } = show('/jobs?q=roof');
    await press('Open 7');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(values()).toMatchObject({ q: 'roof', job: '7' });
  });
});
