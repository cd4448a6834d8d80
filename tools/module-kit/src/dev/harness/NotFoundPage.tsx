import { Button } from '@dps/ui';
import { Navigate, useLocation } from '@dps/ui/router';
import { widgetPath, type DevelopedModule } from './developed-module.ts';
import { Explanation } from './Explanation.tsx';
import { texts } from './texts.ts';
import { useTitle } from './page-frame.ts';

const { notFound } = texts;

/** The page for every path that the module does not have. The path `/` redirects to the module's first page or widget. */
export function NotFoundPage({ module }: { module: DevelopedModule }) {
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
