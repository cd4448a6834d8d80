import { lazy, Suspense, use, useMemo, useEffect, useEffectEvent, useTransition, useRef } from 'react';
import {
  findRoute,
  type Registry,
  type RegistryModule,
  type RouteAccess,
  type UserView,
} from '@dps/contract';
import { useRoutes, useNavigate, useLocation } from '@dps/ui/router';
import { Alert, Button, CircularProgress, Typography } from '@dps/ui';
import { errorText, isApiError } from '@dps/contract/guest';
import { SlowNotice } from '@dps/ui/slow-notice';
import { useDocumentTitle } from '../document/page.ts';
import { ModulePage, PageLoading } from '../modules/ModulePage.tsx';
import { preloadable, type Tracked } from '../modules/preloadable.tsx';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { texts } from '../texts/first-load.ts';
import { Notice } from '../document/notices.tsx';
import { returnPath, type SignInState } from '../session/return-path.ts';
import { inTasks } from '../modules/in-tasks.ts';
import { failStart } from '../modules/start-failure.ts';
import { PageOutlet } from '../crash/boundaries.tsx';
import { shellSession, useShellSession } from '../session/shell-session.ts';

/** A spinner with a text while the session is checked. */
function SessionLoading({ text = texts.loading }: { text?: string | undefined }) {
  return (
    <SlimFrame>
      <Notice role="status">
        <CircularProgress aria-hidden />
        <Typography color="textSecondary">{text}</Typography>
        <SlowNotice />
      </Notice>
    </SlimFrame>
  );
}

/** The error and Retry after the request for the current user has failed. */
function SessionUnknown({ error, retry }: { error: unknown; retry: () => void }) {
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <Notice>
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={retry}>
            {texts.modules.retry}
          </Button>
        }
      >
        <Typography>{texts.sessionUnknown}</Typography>
        <Typography>{errorText(error, '')}</Typography>
        {requestId && <Typography variant="caption">{`${texts.requestId} ${requestId}`}</Typography>}
      </Alert>
    </Notice>
  );
}

interface SessionLoadingProps {
  to: string;
  state?: SignInState | null;
}

/**
 * Replaces the address and shows a spinner until the new page is drawn. If the user goes back before that, the navigation is
 * cancelled and the redirect is repeated. The effect of the router's `Navigate` would not run again.
 */
function Redirect({ to, state = null }: SessionLoadingProps) {
  const navigate = useNavigate();
  const [isPending, startTransition] = useTransition();
  const redirect = useEffectEvent(() => startTransition(() => void navigate(to, { replace: true, state })));
  useEffect(() => {
    if (!isPending) redirect();
  }, [isPending]);
  return <SessionLoading />;
}

/** The frame of signed-in users. Without it, the start of the shell fails. By the chunk's name, the build preloads it. */
export const frame = preloadable(() => {
  const packages = [() => import('@dps/ui/data')];
  const loading = inTasks(packages, () => import(/* webpackChunkName: "frame" */ '../frame/Frame.tsx'));
  loading.catch(failStart);
  return loading;
});

interface UserFrameProps {
  registry: Registry;
  user: UserView;
  /** Shown while the frame loads, in place of 'Loading...'. */
  loadingText?: string | undefined;
}

/** A page in the frame of a signed-in user; another user gets a new frame. A spinner shows until the frame has loaded. */
function UserFrame({ registry, user, loadingText }: UserFrameProps) {
  return (
    <Suspense fallback={<SessionLoading text={loadingText} />}>
      <frame.Component key={user.id} registry={registry} user={user}>
        <PageOutlet />
      </frame.Component>
    </Suspense>
  );
}

/** Returns the session. Each navigation requests the current user again, because the session may have ended elsewhere. */
function useFreshSession(pathname: string) {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    shellSession().refresh();
  }, [pathname]);
  return useShellSession();
}

/** Pages for signed-in users, in the frame. Other users are redirected to the sign-in page, and back after the sign-in. */
export function UserArea({ registry }: { registry: Registry }) {
  const { pathname, search } = useLocation();
  const session = useFreshSession(pathname);
  const loadingText = findRoute(registry, pathname)?.route.loadingText;
  switch (session.state) {
    case 'loading':
      return <SessionLoading text={loadingText} />;
    case 'unknown':
      return (
        <SlimFrame>
          <SessionUnknown error={session.error} retry={session.retry} />
        </SlimFrame>
      );
    case 'signed-out': {
      const state: SignInState = { from: pathname + search };
      return <Redirect to="/login" state={session.isExplicit ? null : state} />;
    }
    case 'signed-in':
      return <UserFrame registry={registry} user={session.user} loadingText={loadingText} />;
  }
}

/**
 * Pages for signed-out users. A signed-in user is redirected to the page that required the sign-in, or to the dashboard. A user
 * whose account will be deleted is shown the day, with the choice to keep it.
 */
export function GuestArea() {
  const session = useShellSession();
  const { state } = useLocation();
  if (session.state === 'signed-in')
    return <Redirect to={session.user.deletesAt ? '/your-data' : returnPath(state)} />;
  return (
    <SlimFrame>
      <PageOutlet />
    </SlimFrame>
  );
}

/** Pages for all users: for a signed-in user, in the frame. */
export function PublicArea({ registry }: { registry: Registry }) {
  const session = useShellSession();
  if (session.state !== 'signed-in') {
    return (
      <SlimFrame>
        <PageOutlet />
      </SlimFrame>
    );
  }
  return <UserFrame registry={registry} user={session.user} />;
}

// One chunk with the other rare parts: each file adds its digest to the first load.
const NotFoundPage = lazy(() => import(/* webpackChunkName: "registry" */ './NotFoundPage.tsx'));
const notFound = (
  <Suspense fallback={<PageLoading />}>
    <NotFoundPage />
  </Suspense>
);

interface RoutePageProps {
  module: RegistryModule;
  path: string;
  title: string;
  loadingText?: string | undefined;
}

/** A page of a module, with the title of its route. */
function RoutePage({ module, path, title, loadingText }: RoutePageProps) {
  useDocumentTitle(title);
  return <ModulePage module={module} path={path} loadingText={loadingText} />;
}

/** Returns the pages of the registry with one kind of access. */
function pagesFor(registry: Registry, access: RouteAccess) {
  return registry.modules.flatMap((module) =>
    (module.releases[module.stable]?.routes ?? [])
      .filter((route) => route.access === access)
      .map(({ path, title, loadingText }) => ({
        path,
        element: <RoutePage key={path} module={module} path={path} title={title} loadingText={loadingText} />,
      })),
  );
}

function routesOf(registry: Registry) {
  return [
    { element: <UserArea registry={registry} />, children: pagesFor(registry, 'user') },
    { element: <GuestArea />, children: pagesFor(registry, 'guest') },
    {
      element: <PublicArea registry={registry} />,
      children: [...pagesFor(registry, 'public'), { path: '*', element: notFound }],
    },
  ];
}

interface Props {
  registry: Registry;
  /** Settles when the pages may request the current user. */
  ready: Tracked<void>;
}

function ReadyRoutes({ registry, ready }: Props) {
  use(ready);
  return useRoutes(useMemo(() => routesOf(registry), [registry]));
}

/** All pages: those of the registry, each behind its guard, and the page for other addresses. A spinner until `ready` settles. */
export function ShellRoutes(props: Props) {
  return (
    <Suspense fallback={<SessionLoading />}>
      <ReadyRoutes {...props} />
    </Suspense>
  );
}
