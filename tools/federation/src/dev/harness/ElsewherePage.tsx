import { Button } from '@dps/ui';
import { Navigate, useLocation } from '@dps/ui/router';
import type { DevelopedModule } from './developed-module.ts';
import { Explanation } from './Explanation.tsx';
import { texts } from './texts.ts';
import { useTitle } from './useTitle.ts';
import { widgetPath } from './widget-path.ts';

const { elsewhere } = texts;

/** For every address that the module has nothing at; the first of all leads to what the module has. */
export function ElsewherePage({ module }: { module: DevelopedModule }) {
  const { pathname, search } = useLocation();
  useTitle(elsewhere.title, module.title);
  const [widget] = module.widgets.keys();
  const first = module.pages[0]?.path ?? (widget === undefined ? undefined : widgetPath(widget));
  if (pathname === '/' && first !== undefined) return <Navigate to={first} replace />;
  return (
    <Explanation
      title={elsewhere.title}
      text={elsewhere.text(pathname)}
      action={
        <Button variant="outlined" href={module.product + pathname + search} target="_blank">
          {elsewhere.open}
        </Button>
      }
    />
  );
}
