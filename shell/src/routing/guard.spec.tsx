import { useEffect, useRef, type ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useDispatch } from 'react-redux';
import { coreApi, useCurrentUser, useSession } from '@dps/contract/client';
import { useFormDraft } from '@dps/contract/form';
import { aJob, aPilot, reply } from '@dps/contract/testing';
import type { ShellOptions } from '@dps/ui/testing';
import { Link, useLocation, useNavigate, useRoutes } from '@dps/ui/router';
import { aLink, aModule, aRegistry } from '../testing/registry.ts';
import { renderShell } from '../testing/render-shell.tsx';
import { GuestArea } from './GuestArea.tsx';
import NotFoundPage from './NotFoundPage.tsx';
import { PublicArea } from './PublicArea.tsx';
import { UserArea } from './UserArea.tsx';

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

describe('the guard', () => {
  it('[ROUTE-5] shows a spinner and nothing else while the session is checked', async () => {
    const { promise, resolve } = Promise.withResolvers();
    renderProduct({
      path: '/',
      sessionKnown: false,
      handlers: { 'GET /api/user/current': () => promise },
    });
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    expect(screen.queryByRole('navigation')).toBeNull();
    resolve(aPilot());
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy();
  });

  it("[PROFILE-3] shows a route's own loading text while the session is checked", () => {
    renderProduct({
      path: '/jobs',
      sessionKnown: false,
      handlers: { 'GET /api/user/current': () => new Promise(() => {}) },
    });
    expect(screen.getByRole('status').textContent).toBe('Loading work...');
  });

  it('[BROWSER-1] offers Retry after 10 s without a response, which checks the session again', async () => {
    jest.useFakeTimers();
    let requests = 0;
    renderProduct({
      path: '/',
      sessionKnown: false,
      handlers: {
        'GET /api/user/current': () => {
          requests += 1;
          return requests === 1 ? new Promise(() => {}) : aPilot();
        },
      },
    });
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    const status = within(screen.getByRole('status'));
    expect(status.getByText('Loading...')).toBeTruthy();
    expect(status.getByText(/The server has not answered for 10 seconds/)).toBeTruthy();
    jest.useRealTimers();
    fireEvent.click(status.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy();
  });

  it('[ROUTE-6] redirects to the sign-in page with the path to return to', () => {
    const { location } = renderProduct({ path: '/jobs?status=paid' });
    expect(location()).toBe('/login');
    expect(screen.getByText('Sign in, from {"from":"/jobs?status=paid"}')).toBeTruthy();
    expect(screen.queryByText('Work')).toBeNull();
  });

  it('[ROUTE-12] shows an error, not the sign-in page, when the server fails', async () => {
    let answers = false;
    const { events, location } = renderProduct({
      path: '/jobs',
      sessionKnown: false,
      handlers: {
        'GET /api/user/current': () =>
          answers ? aPilot() : reply(503, { code: 'unavailable', message: 'Try later', requestId: 'r-1' }),
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('r-1');
    expect(location()).toBe('/jobs');
    answers = true;
    await events.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Work' })).toBeTruthy();
  });

  it('[ROUTE-7] returns to the requested page after the sign-in', async () => {
    const { events, location } = renderProduct({ path: '/jobs?status=paid' });
    await events.click(screen.getByRole('button', { name: 'Sign in' }));
    const heading = await screen.findByRole('heading', { name: 'Work' });
    expect(location()).toBe('/jobs?status=paid');
    expect(document.activeElement).toBe(heading);
  });

  it('[ROUTE-9] redirects a signed-in user from the sign-in page to the dashboard', async () => {
    const { location } = renderProduct({ path: '/login', user: aPilot() });
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy();
    expect(location()).toBe('/');
  });

  it('[DATA-7] redirects a user whose account will be deleted to the page that offers to keep it', async () => {
    const user = { ...aPilot(), deletesAt: '2026-12-09T12:00:00.000Z' };
    const { location } = renderProduct({ path: '/login', user });
    await waitFor(() => expect(location()).toBe('/your-data'));
  });

  it('[ROUTE-10, ROUTE-11] shows the 404 page to all users', () => {
    renderProduct({ path: '/nowhere' });
    expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
    expect(document.title).toBe('404 Page Not Found – Drone Pilot Surveys');
  });
});

describe('the frame', () => {
  it('[FRAME-1] shows the product title in the top bar', async () => {
    renderProduct({ path: '/', user: aPilot() });
    const title = within(await screen.findByRole('banner')).getByRole('link', {
      name: 'Drone Pilot Surveys',
    });
    expect(title.getAttribute('href')).toBe('/');
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

  it('moves the focus to the heading of a new page', async () => {
    const { events } = renderProduct({ path: '/', user: aPilot() });
    await events.click(await screen.findByRole('link', { name: 'Jobs' }));
    const heading = await screen.findByRole('heading', { name: 'Work' });
    expect(document.activeElement).toBe(heading);
  });

  it('does not move the focus on a page load', async () => {
    renderProduct({ path: '/jobs', user: aPilot() });
    await screen.findByRole('heading', { name: 'Work' });
    expect(document.activeElement).toBe(document.body);
  });

  it('skips the navigation without changing the address', async () => {
    const { events, location } = renderProduct({ path: '/jobs', user: aPilot() });
    await screen.findByRole('heading', { name: 'Work' });
    await events.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip to content' }));
    await events.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(location()).toBe('/jobs');
  });

  it('[FRAME-2, FRAME-4, ERROR-9] signs out in the page even when the server fails, and starts the next session at the dashboard', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { events, location, calls } = renderProduct({
      path: '/jobs',
      user: aPilot(),
      handlers: { 'POST /api/auth/logout': () => reply(503, { code: 'unavailable', message: 'Try later' }) },
    });
    await events.click(await screen.findByRole('button', { name: 'User menu' }));
    await events.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByText('Sign in, from null')).toBeTruthy();
    expect(location()).toBe('/login');
    expect(log.mock.lastCall?.join(' ')).toMatch(/^shell 0\.0\.0 session\.sign-out failed: 503: /);
    log.mockRestore();
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toContain('POST /api/auth/logout');
  });

  it('[SECURE-19] deletes the draft of an open form at the sign-out, and keeps the drafts of other users', async () => {
    localStorage.setItem('draft:2:note', 'of another user');
    const { events } = renderProduct({ path: '/note', user: aPilot() });
    await events.click(await screen.findByRole('button', { name: 'User menu' }));
    expect(Object.keys(localStorage)).toContain('draft:1:note');
    await events.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByText('Sign in, from null')).toBeTruthy();
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

  it('[FRAME-2, FRAME-3] opens the profile settings from the user menu', async () => {
    const { events, location } = renderProduct({ path: '/', user: aPilot() });
    await events.click(await screen.findByRole('button', { name: 'User menu' }));
    await events.click(screen.getByRole('menuitem', { name: 'Profile Settings' }));
    expect(location()).toBe('/profile');
  });
});
