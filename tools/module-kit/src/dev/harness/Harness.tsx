import { useMemo, Suspense, type ReactNode } from 'react';
import { WidgetHost, useSession, type WidgetRequest } from '@dps/contract/client';
import { styled, Button, MONO_FAMILY, Stack, Typography } from '@dps/ui';
import { useLocation, useRoutes, Navigate } from '@dps/ui/router';
import { LoadingNotice, ErrorNotice } from '@dps/ui/data';
import type { RouteAccess } from '@dps/contract';
import { widgetPath, type DevelopedModule, type AnyProps, type DevelopedPage } from './developed-module.ts';
import { HarnessBar } from './HarnessBar.tsx';
import { ModuleErrorBoundary } from './ModuleErrorBoundary.tsx';
import { WidgetStory } from './WidgetStory.tsx';
import { callbacksOf, jsonOf } from './props-text.ts';
import { texts } from './texts.ts';
import { Content, useTitle } from './page-frame.ts';
import { Explanation } from './Explanation.tsx';

const { notFound } = texts;

/** The page for every path that the module does not have. The path `/` redirects to the module's first page or widget. */
function NotFoundPage({ module }: { module: DevelopedModule }) {
  const { pathname, search } = useLocation();
  useTitle(notFound.title, module.title);
  const [widget] = module.widgets.keys();
  const first = module.pages[0]?.path ?? (widget === undefined ? undefined : widgetPath(widget));
  if (pathname === '/' && first !== undefined) return <Navigate to={first} replace />;
  return (
    <Explanation
      title={notFound.title}
      text={notFound.text(pathname)}
      action={
        <Button variant="outlined" href={module.product + pathname + search} target="_blank">
          {notFound.open}
        </Button>
      }
    />
  );
}

/** Shows a page if the shell would show it; otherwise explains the shell's redirect. */
function Guarded({ access, children }: { access: RouteAccess; children: ReactNode }) {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingNotice text={texts.loading} />;
    case 'unknown':
      return (
        <Content>
          <ErrorNotice error={session.error} fallback={texts.session.unknown} onRetry={session.retry} />
        </Content>
      );
    case 'signed-out':
      if (access === 'user') return <Explanation {...texts.session.forUsers} />;
      return children;
    case 'signed-in':
      if (access === 'guest') return <Explanation {...texts.session.forGuests} />;
      return <Content>{children}</Content>;
  }
}

/** Shows a page of the module according to its access rule. */
function RoutePage({ module, page }: { module: DevelopedModule; page: DevelopedPage }) {
  const { title, access, View } = page;
  useTitle(title, module.title);
  return (
    <Guarded access={access}>
      <Suspense fallback={<LoadingNotice text={texts.loading} />}>
        <View />
      </Suspense>
    </Guarded>
  );
}

const Outline = styled('section')(({ theme }) => ({
  padding: 16,
  border: `2px dashed ${theme.vars.palette.tones.blue.text}`,
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.tones.blue.text,
  backgroundColor: theme.vars.palette.tones.blue.background,
}));
const Props = styled('pre')({
  margin: '8px 0',
  maxHeight: 160,
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontFamily: MONO_FAMILY,
});

/** Placeholder for another module's widget: its name, its props, and a button for each callback. */
function WidgetPlaceholder({ name, props }: { name: string; props: AnyProps }) {
  return (
    <Outline aria-label={texts.placeholder.label(name)}>
      <Typography variant="subtitle2">{name}</Typography>
      <Typography>{texts.placeholder.text}</Typography>
      <Props tabIndex={0}>{jsonOf(props)}</Props>
      <Stack direction="row" spacing={2}>
        {callbacksOf(props).map(([callback, call]) => (
          <Button key={callback} size="small" color="inherit" variant="outlined" onClick={() => call()}>
            {`${callback}()`}
          </Button>
        ))}
      </Stack>
    </Outline>
  );
}

/** Returns the component that renders the contract's `<Widget>`: the module's own widgets, and placeholders for others. */
function hostOf({ widgets }: DevelopedModule) {
  return function HostedWidget({ request: { name, props } }: { request: WidgetRequest }) {
    const View = widgets.get(name);
    if (!View) return <WidgetPlaceholder name={name} props={{ ...props }} />;
    return (
      <Suspense fallback={<LoadingNotice text={texts.loading} />}>
        <View {...props} />
      </Suspense>
    );
  };
}

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
