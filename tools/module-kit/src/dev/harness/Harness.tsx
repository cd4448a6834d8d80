import { useMemo } from 'react';
import { WidgetHost } from '@dps/contract/client';
import { styled } from '@dps/ui';
import { useLocation, useRoutes } from '@dps/ui/router';
import { widgetPath, type DevelopedModule } from './developed-module.ts';
import { HarnessBar } from './HarnessBar.tsx';
import { hostOf } from './HostedWidget.tsx';
import { ModuleErrorBoundary } from './ModuleErrorBoundary.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RoutePage } from './RoutePage.tsx';
import { WidgetStory } from './WidgetStory.tsx';

const Main = styled('main')({ display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 });
const Page = styled('div')({ minHeight: '100dvh', display: 'flex', flexDirection: 'column' });

function routesOf(module: DevelopedModule) {
  const pages = module.pages.map((page) => ({
    path: page.path,
    element: <RoutePage key={page.path} module={module} page={page} />,
  }));
  const stories = [...module.widgets].map(([name, View]) => ({
    path: widgetPath(name),
    element: <WidgetStory key={name} module={module} name={name} View={View} />,
  }));
  return [...pages, ...stories, { path: '*', element: <NotFoundPage module={module} /> }];
}

/** Shows a module alone: the bar of the harness, and one of the module's pages or widgets. */
export function Harness({ module }: { module: DevelopedModule }) {
  const { pathname } = useLocation();
  const page = useRoutes(useMemo(() => routesOf(module), [module]));
  const Host = useMemo(() => hostOf(module), [module]);
  return (
    <Page>
      <HarnessBar module={module} />
      <Main id="main" tabIndex={-1}>
        <WidgetHost value={Host}>
          <ModuleErrorBoundary key={pathname}>{page}</ModuleErrorBoundary>
        </WidgetHost>
      </Main>
    </Page>
  );
}
