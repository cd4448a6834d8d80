import { useEffect, useState } from 'react';
import { screen } from '@testing-library/react';
import { useDispatch } from 'react-redux';
import { aPilot, reply, type Handler } from '@dps/shared-contracts/testing';
import { renderInShell } from '@dps/ui/testing';
import { useRoutes } from '@dps/ui/router';
import { frame } from '../frame/frame.ts';
import { GuestArea } from '../routing/GuestArea.tsx';
import NotFoundPage from '../routing/NotFoundPage.tsx';
import { PublicArea } from '../routing/PublicArea.tsx';
import { UserArea } from '../routing/UserArea.tsx';
import { shellReducers, type ShellDispatch } from '../store.ts';
import { aRegistry } from '../testing/registry.ts';
import { prefetchSession } from './prefetch-session.ts';
import { sessionMiddleware } from './session-middleware.ts';

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

/** Prefetches like the start of the page. Renders the routes at once, or after the response. */
function StartedPage({ late }: { late: boolean }) {
  const dispatch = useDispatch<ShellDispatch>();
  const [prefetched] = useState(() => prefetchSession(dispatch));
  const [isRendered, setRendered] = useState(!late);
  useEffect(() => void prefetched.then(() => setRendered(true)), [prefetched]);
  return isRendered ? <Routes /> : null;
}

function startAt(path: string, late: boolean, answer: Handler) {
  const { calls, events, location } = renderInShell(<StartedPage late={late} />, {
    path,
    sessionKnown: false,
    reducers: shellReducers,
    middleware: [sessionMiddleware],
    handlers: { 'GET /api/user/current': answer, 'GET /api/jobs/pilot/:id': () => [] },
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
  it.each(['/', '/jobs', '/login'])('is requested once for a signed-out user at %s', async (path) => {
    const { location, requests } = startAt(path, late, signedOut);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(location()).toBe('/login');
    expect(requests()).toBe(1);
  });

  it('is requested once for a signed-out user at an unknown address', async () => {
    const { requests } = startAt('/nowhere', late, signedOut);
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
    expect(requests()).toBe(1);
  });

  it('is requested once when the server fails at once, and again by Retry alone', async () => {
    const { events, requests } = startAt('/', late, down);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(requests()).toBe(1);
    await events.click(retry);
    expect(requests()).toBe(2);
  });

  it.each([
    ['/', 'Home'],
    ['/jobs', 'Work'],
    ['/login', 'Home'],
  ])('is requested once for a signed-in user at %s', async (path, heading) => {
    const { requests } = startAt(path, late, () => aPilot());
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(requests()).toBe(1);
  });
});
