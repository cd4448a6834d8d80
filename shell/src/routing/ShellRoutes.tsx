import { lazy, Suspense, use, useMemo } from 'react';
import type { Registry, RegistryModule, RouteAccess } from '@dps/contract';
import { useRoutes } from '@dps/ui/router';
import { useDocumentTitle } from '../document/page.ts';
import { ModulePage, PageLoading } from '../modules/ModulePage.tsx';
import type { Tracked } from '../modules/tracked.ts';
import { GuestArea } from './GuestArea.tsx';
import { PublicArea } from './PublicArea.tsx';
import { SessionLoading } from './SessionCheck.tsx';
import { UserArea } from './UserArea.tsx';

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
