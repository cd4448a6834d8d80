import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { paths, type UserView } from '@dps/contract';
import { aPilot, reply, type Handler } from '@dps/contract/testing';
import { useRoutes } from '@dps/ui/router';
import { drawToasts, type Toast } from '@dps/ui/toast';
import { frame, UserArea, GuestArea, PublicArea } from '../routing/ShellRoutes.tsx';
import NotFoundPage from '../routing/NotFoundPage.tsx';
import { aRegistry } from '../testing/registry.ts';
import { renderShell } from '../testing/render-shell.tsx';
import { createStore } from '../store.tsx';
import { onSessionChange, recordSessionUser, recordPendingSignOut } from './browser-session.ts';
import { startSession, useShellSession, type SessionStore } from './shell-session.ts';
import { storePart } from '../modules/preloadable.tsx';

const registry = aRegistry();

function Routes() {
  return useRoutes([
    {
      element: <UserArea registry={registry} />,
      children: [
        { path: '/', element: <h1>Home</h1> },
        { path: '/jobs', element: <h1>Work</h1> },
      ],
    },
    { element: <GuestArea />, children: [{ path: '/login', element: <h1>Sign in</h1> }] },
    { element: <PublicArea registry={registry} />, children: [{ path: '*', element: <NotFoundPage /> }] },
  ]);
}

/** Renders the routes at once, or after the response. */
function StartedPage({ late }: { late: boolean }) {
  const { state } = useShellSession();
  const [isRendered, setRendered] = useState(!late);
  if (!isRendered && state !== 'loading') setRendered(true);
  return isRendered ? <Routes /> : null;
}

function startAt(path: string, late: boolean, handler: Handler) {
  const { calls, events, location } = renderShell(<StartedPage late={late} />, {
    path,
    sessionKnown: false,
    handlers: { 'GET /api/user/current': handler, 'GET /api/jobs/pilot/:id': () => [] },
  });
  return { events, location, requests: () => calls.filter(({ url }) => url === '/api/user/current').length };
}

const signedOut = () => reply(401, { code: 'unauthenticated', message: 'Sign in' });
const down = () => reply(500, { code: 'internal', message: 'It failed', requestId: 'r-1' });

beforeAll(async () => {
  await frame.preload();
});

describe.each([
  ['before the first page is drawn', true],
  ['after the first page is drawn', false],
])('the current user, when the response arrives %s', (_when, late) => {
  it.each([
    ['[ROUTE-13] is requested once for a signed-out user', '/jobs', signedOut, 'Sign in', '/login'],
    ['is requested once for a signed-out user', '/login', signedOut, 'Sign in', '/login'],
    ['is requested once for a signed-out user', '/nowhere', signedOut, '404 Page Not Found', '/nowhere'],
    ['is requested once for a signed-in user', '/jobs', () => aPilot(), 'Work', '/jobs'],
    ['is requested once for a signed-in user', '/login', () => aPilot(), 'Home', '/'],
  ])('%s at %s', async (_what, path, handler, heading, address) => {
    const { location, requests } = startAt(path, late, handler);
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(location()).toBe(address);
    expect(requests()).toBe(1);
  });

  it('is requested once when the server fails at once, and again by Retry alone', async () => {
    const { events, requests } = startAt('/', late, down);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(requests()).toBe(1);
    await events.click(retry);
    await waitFor(() => expect(requests()).toBe(2));
  });
});

describe('the session without the store', () => {
  const PILOT = aPilot({ username: 'ada' });
  const credentials = { username: 'ada', password: 'secret-1' };
  let responses: Record<string, () => Response | Promise<Response>>;
  let log: string[];
  const realFetch = globalThis.fetch;

  const store: SessionStore = {
    setUser: (user) => void log.push(`set ${user?.username}`),
    endSession: () => void log.push('end'),
    requestUser: () => void log.push('request'),
    notifyUserChange: (name) => void log.push(`notify ${name}`),
    openSession: async (user) => void log.push(`open ${user.username}`),
    prefetchJobs: async (user) => void log.push(`jobs of ${user.username}`),
  };
  function start() {
    const session = startSession(async () => {
      log.push('store');
      session.attach(store);
    });
    return session;
  }
  const user = (view: UserView) => () => Response.json(view);

  beforeEach(() => {
    log = [];
    responses = { [paths.currentUser()]: signedOut };
    globalThis.fetch = async (input) => {
      const url = input instanceof Request ? input.url : input.toString();
      log.push(url);
      return (await responses[url]?.()) ?? down();
    };
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  it('loads the store and the jobs for a signed-in user alone', async () => {
    const signedOutSession = start();
    await signedOutSession.start();
    expect(signedOutSession.state()).toEqual({ state: 'signed-out', isExplicit: false });
    expect(log).toEqual([paths.currentUser()]);
    responses[paths.currentUser()] = user(PILOT);
    const session = start();
    await session.start();
    expect(session.state()).toEqual({ state: 'signed-in', user: PILOT });
    expect(log.slice(1)).toEqual([paths.currentUser(), 'store', 'jobs of ada']);
  });

  it('resolves without the jobs if they take long, and does not report an unchanged user', async () => {
    responses[paths.currentUser()] = user(PILOT);
    const session = startSession(async () =>
      session.attach({ ...store, prefetchJobs: () => new Promise(() => {}) }),
    );
    await session.start();
    let changes = 0;
    session.subscribe(() => (changes += 1));
    const state = session.state();
    session.update({ data: state.state === 'signed-in' ? state.user : null, isLoading: false });
    expect(changes).toBe(0);
  });

  it('loads the store after a sign-in, and not after a refused one', async () => {
    const session = start();
    await session.start();
    log = [];
    responses[paths.login()] = () => reply(401, { code: 'invalid_credentials', message: 'No' });
    expect(await session.signIn(credentials)).toMatchObject({ error: { code: 'invalid_credentials' } });
    responses = { [paths.login()]: user(PILOT), [paths.currentUser()]: user(PILOT) };
    expect(await session.signIn(credentials)).toEqual({});
    expect(log).toEqual([paths.login(), paths.login(), paths.currentUser(), 'store', 'open ada']);
  });

  it('[BROWSER-6] opens no session if the browser does not keep the cookie, and opens it if the server only fails to repeat the user', async () => {
    const session = start();
    await session.start();
    responses[paths.login()] = user(PILOT);
    const userMessage = 'This browser blocks cookies. Allow cookies for this site to sign in.';
    expect(await session.signIn(credentials)).toMatchObject({ error: { userMessage } });
    expect(log).not.toContain('open ada');
    expect(session.state()).toEqual({ state: 'signed-out', isExplicit: false });
    responses[paths.currentUser()] = down;
    expect(await session.signIn(credentials)).toEqual({});
    expect(log).toContain('open ada');
  });

  it('opens the session in the store that it has loaded', async () => {
    responses = { [paths.currentUser()]: signedOut, [paths.login()]: user(PILOT) };
    const session = startSession(storePart.preload);
    await session.start();
    responses[paths.currentUser()] = user(PILOT);
    await session.signIn(credentials);
    expect(session.state()).toEqual({ state: 'signed-in', user: PILOT });
    await waitFor(() => expect(log).toEqual([paths.currentUser(), paths.login(), paths.currentUser()]));
  });

  it('ignores the response of a check that is older than a sign-in', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    responses = { [paths.currentUser()]: () => promise, [paths.login()]: user(PILOT) };
    const session = start();
    const started = session.start();
    responses[paths.currentUser()] = user(PILOT);
    await session.signIn(credentials);
    session.update({ data: PILOT, isLoading: false });
    resolve(signedOut());
    await started;
    expect(session.state()).toEqual({ state: 'signed-in', user: PILOT });
  });

  it('[ROUTE-12] keeps an unknown session unknown when the store is loaded and receives other actions', async () => {
    responses[paths.currentUser()] = down;
    const session = start();
    await session.start();
    const { dispatch } = createStore();
    session.attach({ ...store, setUser: () => session.update({ data: null, isLoading: false }) });
    session.seed();
    dispatch({ type: 'other' });
    expect(session.state()).toMatchObject({ state: 'unknown', error: { status: 500 } });
  });
});

describe('a session that another tab changes', () => {
  const ADA = aPilot({ id: 7, name: 'Ada' });
  const BEN = aPilot({ id: 8, name: 'Ben' });
  let user: UserView | null;
  let requests: string[];
  const realFetch = globalThis.fetch;

  /** Stores the user as another tab does, whose change the browser reports to this page. */
  function inOtherTab(change: () => void): void {
    change();
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'dps.sessionUser' }));
  }
  async function signedInPage() {
    const session = startSession(async () => undefined);
    createStore();
    onSessionChange(session.follow);
    await session.start();
    requests = [];
    return session;
  }

  beforeEach(() => {
    localStorage.clear();
    user = ADA;
    requests = [];
    globalThis.fetch = async (input) => {
      requests.push(input instanceof Request ? input.url : input.toString());
      return user ? Response.json(user) : signedOut();
    };
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    localStorage.clear();
  });

  it.each([
    ['has signed out', () => recordSessionUser(null)],
    ['signs out and has not reached the server', () => recordPendingSignOut(ADA.id)],
  ])('[SECURE-43] is signed out at once without a request after the other tab %s', async (_what, change) => {
    const session = await signedInPage();
    // Other changes of the storage change nothing.
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'draft:7:job' }));
    expect(session.state().state).toBe('signed-in');
    inOtherTab(change);
    expect(session.state()).toMatchObject({ state: 'signed-out', isExplicit: false });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(requests).toEqual([]);
  });

  it('[SECURE-42] is signed in after a sign-in in the other tab, and shows another user with a message', async () => {
    const toasts: Toast[] = [];
    const stop = drawToasts((toast) => toasts.push(toast));
    user = null;
    const session = await signedInPage();
    expect(session.state().state).toBe('signed-out');
    for (const other of [ADA, BEN]) {
      user = other;
      inOtherTab(() => recordSessionUser(other.id));
      await waitFor(() => expect(session.state()).toEqual({ state: 'signed-in', user: other }));
    }
    await waitFor(() => expect(toasts.map(({ title }) => title)).toContain('Signed in as Ben'));
    stop();
  });

  it.each([
    ['a tab that is shown', document, new Event('visibilitychange')],
    ['a page of the history', globalThis, new PageTransitionEvent('pageshow', { persisted: true })],
  ])('[SECURE-42] is checked in %s, also without storage', async (_what, target, event) => {
    const session = await signedInPage();
    user = BEN;
    target.dispatchEvent(event);
    await waitFor(() => expect(session.state()).toEqual({ state: 'signed-in', user: BEN }));
  });
});
