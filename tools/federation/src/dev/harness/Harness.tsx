import { useMemo } from 'react';
import { WidgetHost } from '@dps/shared-contracts/client';
import { styled } from '@dps/ui';
import { useLocation, useRoutes } from '@dps/ui/router';
import type { DevelopedModule } from './developed-module.ts';
import { ElsewherePage } from './ElsewherePage.tsx';
import { HarnessBar } from './HarnessBar.tsx';
import { hostOf } from './HostedWidget.tsx';
import { PartBoundary } from './PartBoundary.tsx';
import { RoutePage } from './RoutePage.tsx';
import { WidgetStory } from './WidgetStory.tsx';
import { widgetPath } from './widget-path.ts';

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
  return [...pages, ...stories, { path: '*', element: <ElsewherePage module={module} /> }];
}

/** A module alone: the bar of the harness, and one of its pages or widgets. */
export function Harness({ module }: { module: DevelopedModule }) {
  const { pathname } = useLocation();
  const page = useRoutes(useMemo(() => routesOf(module), [module]));
  const Host = useMemo(() => hostOf(module), [module]);
  return (
    <Page>
      <HarnessBar module={module} />
      <Main id="main" tabIndex={-1}>
        <WidgetHost value={Host}>
          <PartBoundary key={pathname}>{page}</PartBoundary>
        </WidgetHost>
      </Main>
    </Page>
  );
}
