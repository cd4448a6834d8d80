import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useDispatch } from 'react-redux';
import type { Registry, UserView } from '@dps/contract';
import { coreApi, useCurrentUser, useSession } from '@dps/contract/client';
import { useFormDraft } from '@dps/contract/form';
import { aJob, aPilot, reply } from '@dps/contract/testing';
import type { ShellOptions } from '@dps/ui/testing';
import { Link, useLocation, useNavigate, useRoutes } from '@dps/ui/router';
import { preloadable, tracked } from '../modules/preloadable.tsx';
import { aLink, aModule, aRegistry } from '../testing/registry.ts';
import { renderShell } from '../testing/render-shell.tsx';
import NotFoundPage from './NotFoundPage.tsx';
import { ShellRoutes, frame, UserArea, GuestArea, PublicArea } from './ShellRoutes.tsx';

const registry = aRegistry(
  aModule('work', {
    routes: [{ path: '/jobs', title: 'Jobs', access: 'user', loadingText: 'Loading work...', chunks: [] }],
    navigation: [
      aLink('/', 'Dashboard'),
      aLink('/jobs', 'Jobs', { order: 20 }),
      aLink('/payments', 'Payments', { order: 30, roles: ['pilot'] }),
    ],
  }),
);
const noJobs = { 'GET /api/jobs/pilot/:id': () => [] };

function SignIn() {
  const { state } = useLocation();
  const dispatch = useDispatch();
  const signIn = () =>
    dispatch(
      coreApi.util.upsertQueryEntries([{ endpointName: 'coreCurrentUser', arg: undefined, value: aPilot() }]),
    );
  return (
    <>
      <p>{`Sign in, from ${JSON.stringify(state)}`}</p>
      <button onClick={signIn}>Sign in</button>
    </>
  );
}

/** A form with unsent input. */
function Note() {
  useFormDraft('note', useCurrentUser().id, { base: { text: '' }, values: { text: 'Battery' } });
  return <h1 tabIndex={-1}>Note</h1>;
}

/** Navigates back when the session has ended, before the redirect to the sign-in page is rendered. */
function BackAtOnce() {
  const signedOut = useSession().state === 'signed-out';
  const navigate = useNavigate();
  const leave = useRef(navigate);
  useEffect(() => {
    if (signedOut) void leave.current(-1);
  }, [signedOut]);
  return null;
}

function Product() {
  return useRoutes([
    {
      element: <UserArea registry={registry} />,
      children: [
        { path: '/', element: <h1 tabIndex={-1}>Home</h1> },
        { path: '/jobs', element: <h1 tabIndex={-1}>Work</h1> },
        { path: '/note', element: <Note /> },
      ],
    },
    { element: <GuestArea />, children: [{ path: '/login', element: <SignIn /> }] },
    {
      element: <PublicArea registry={registry} />,
      children: [
        { path: '/help', element: <Link to="/jobs">To the jobs</Link> },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
}

const renderProduct = (options: ShellOptions, extra?: ReactNode) =>
  renderShell(
    <>
      <Product />
      {extra}
    </>,
    {
      ...options,
      handlers: { ...noJobs, ...options.handlers },
    },
  );

const heading = (name: string) => screen.findByRole('heading', { name });
const unchecked = (path: string, handler: () => unknown) =>
  renderProduct({ path, sessionKnown: false, handlers: { 'GET /api/user/current': handler } });

describe('the guard', () => {
  it("[ROUTE-5, PROFILE-3] shows the route's loading text and nothing else while the session is checked", async () => {
    const { promise, resolve } = Promise.withResolvers();
    unchecked('/jobs', () => promise);
    expect(screen.getByRole('status').textContent).toBe('Loading work...');
    expect(screen.queryByRole('navigation')).toBeNull();
    resolve(aPilot());
    expect(await heading('Work')).toBeTruthy();
  });

  it('[ROUTE-5, BROWSER-1] offers Retry after 10 s without a response, which checks the session again', async () => {
    jest.useFakeTimers();
    const responses = [new Promise(() => {}), aPilot()];
    unchecked('/', () => responses.shift());
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    const status = within(screen.getByRole('status'));
    expect(status.getByText('Loading...')).toBeTruthy();
    expect(status.getByText(/The server has not responded for 10 seconds/)).toBeTruthy();
    jest.useRealTimers();
    fireEvent.click(status.getByRole('button', { name: 'Retry' }));
    expect(await heading('Home')).toBeTruthy();
  });

  it('[ROUTE-6, ROUTE-7] redirects to the sign-in page, which returns to the requested page', async () => {
    const { events, location } = renderProduct({ path: '/jobs?status=paid' });
    expect(location()).toBe('/login');
    expect(screen.getByText('Sign in, from {"from":"/jobs?status=paid"}')).toBeTruthy();
    expect(screen.queryByText('Work')).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Sign in' }));
    const work = await heading('Work');
    expect(location()).toBe('/jobs?status=paid');
    expect(document.activeElement).toBe(work);
  });

  it('[ROUTE-12] shows an error, not the sign-in page, when the server fails', async () => {
    let response: unknown = reply(503, { code: 'unavailable', message: 'Try later', requestId: 'r-1' });
    const { events, location } = unchecked('/jobs', () => response);
    expect((await screen.findByRole('alert')).textContent).toContain('r-1');
    expect(location()).toBe('/jobs');
    response = aPilot();
    await events.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await heading('Work')).toBeTruthy();
  });

  it.each([
    ['[ROUTE-9] redirects a signed-in user to the dashboard', '/', {}],
    [
      '[DATA-7] redirects a user whose account will be deleted to the page that offers to keep it',
      '/your-data',
      { deletesAt: '2026-12-09T12:00:00.000Z' },
    ],
  ])('%s from the sign-in page', async (_what, expected, facts) => {
    const { location } = renderProduct({ path: '/login', user: aPilot(facts) });
    await waitFor(() => expect(location()).toBe(expected));
  });

  it('[ROUTE-10, ROUTE-11] shows a spinner until the pages may request the user, and the 404 page to all users', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const routes = <ShellRoutes registry={aRegistry()} ready={tracked(promise)} />;
    await act(async () => renderShell(routes, { path: '/nowhere' }));
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    resolve();
    expect(await heading('404 Page Not Found')).toBeTruthy();
    expect(screen.queryByText('Loading...')).toBeNull();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
    expect(document.title).toBe('404 Page Not Found – Drone Pilot Surveys');
  });
});

describe('the frame', () => {
  it('is replaced by a spinner while it loads', async () => {
    type Frame = ComponentType<{ registry: Registry; user: UserView; children: ReactNode }>;
    const { promise, resolve } = Promise.withResolvers<{ default: Frame }>();
    const load = jest.spyOn(frame, 'Component').mockImplementation(preloadable(() => promise).Component);
    await act(async () => renderProduct({ path: '/', user: aPilot() }));
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    await act(async () => resolve({ default: ({ children }) => <main>{children}</main> }));
    expect(await heading('Home')).toBeTruthy();
    expect(screen.queryByText('Loading...')).toBeNull();
    load.mockRestore();
  });

  it('[FRAME-1, FRAME-2, FRAME-3] has the title, a link to the content and the profile, and focuses the heading of a new page', async () => {
    const { events, location } = renderProduct({ path: '/jobs', user: aPilot() });
    await heading('Work');
    expect(document.activeElement).toBe(document.body);
    await events.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip to content' }));
    await events.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(location()).toBe('/jobs');
    const title = within(screen.getByRole('banner')).getByRole('link', { name: 'Drone Pilot Surveys' });
    expect(title.getAttribute('href')).toBe('/');
    await events.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(document.activeElement).toBe(await heading('Home'));
    await events.click(screen.getByRole('button', { name: 'User menu' }));
    await events.click(screen.getByRole('menuitem', { name: 'Profile Settings' }));
    expect(location()).toBe('/profile');
  });

  it('[ROLE-2] shows the frame of a pilot to a user of an unknown role, also with an assigned job', async () => {
    renderProduct({
      path: '/jobs',
      sessionKnown: false,
      handlers: {
        'GET /api/user/current': () => ({ ...aPilot(), role: 'admin' }),
        'GET /api/jobs/pilot/:id': () => [aJob({ pilotId: 1 })],
      },
    });
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
    expect(screen.getByText('Licensed Pilot')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Payments' })).toBeTruthy();
  });

  it('[FRAME-2, FRAME-4, ERROR-9, SECURE-19] signs out even when the server fails, and deletes the drafts of this user', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('draft:2:note', 'of another user');
    const { events, location, calls } = renderProduct({
      path: '/note',
      user: aPilot(),
      handlers: { 'POST /api/auth/logout': () => reply(503, { code: 'unavailable', message: 'Try later' }) },
    });
    await events.click(await screen.findByRole('button', { name: 'User menu' }));
    expect(Object.keys(localStorage)).toContain('draft:1:note');
    await events.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    // The next session starts at the dashboard.
    expect(await screen.findByText('Sign in, from null')).toBeTruthy();
    expect(location()).toBe('/login');
    expect(log.mock.lastCall?.join(' ')).toMatch(/^shell 0\.0\.0 session\.sign-out failed: 503: /);
    log.mockRestore();
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toContain('POST /api/auth/logout');
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
    await waitFor(() => expect(drafts()).toEqual(['draft:2:note']));
  });

  it('shows the sign-in page when the user goes back before it is drawn', async () => {
    const { events, location } = renderProduct({ path: '/', user: aPilot() }, <BackAtOnce />);
    await events.click(await screen.findByRole('button', { name: 'User menu' }));
    await events.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByText('Sign in, from null')).toBeTruthy();
    expect(location()).toBe('/login');
  });
});
