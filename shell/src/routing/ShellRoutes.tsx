import { lazy, Suspense, use, useMemo } from 'react';
import type { Registry, RouteAccess } from '@dps/shared-contracts';
import { useRoutes } from '@dps/ui/router';
import { PageLoading } from '../modules/PageLoading.tsx';
import type { Tracked } from '../modules/tracked.ts';
import { GuestArea } from './GuestArea.tsx';
import { PublicArea } from './PublicArea.tsx';
import { RoutePage } from './RoutePage.tsx';
import { SessionLoading } from './SessionCheck.tsx';
import { UserArea } from './UserArea.tsx';

const NotFoundPage = lazy(() => import(/* webpackChunkName: "not-found" */ './NotFoundPage.tsx'));
const notFound = (
  <Suspense fallback={<PageLoading />}>
    <NotFoundPage />
  </Suspense>
);

/** The pages that the registry lists for one kind of access. */
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

/** All pages: those of the registry, each behind its guard, and one for all other addresses. A spinner until they are ready. */
export function ShellRoutes(props: Props) {
  return (
    <Suspense fallback={<SessionLoading />}>
      <ReadyRoutes {...props} />
    </Suspense>
  );
}
