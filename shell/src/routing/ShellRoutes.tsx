import { useMemo } from 'react';
import type { Registry, RouteAccess } from '@dps/shared-contracts';
import { useRoutes } from '@dps/shared-contracts/ui/router';
import { GuestArea } from './GuestArea.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PublicArea } from './PublicArea.tsx';
import { RoutePage } from './RoutePage.tsx';
import { UserArea } from './UserArea.tsx';

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
      children: [...pagesFor(registry, 'public'), { path: '*', element: <NotFoundPage /> }],
    },
  ];
}

/** Every page there is: those of the registry, each behind its guard, and one for all other addresses. */
export function ShellRoutes({ registry }: { registry: Registry }) {
  return useRoutes(useMemo(() => routesOf(registry), [registry]));
}
