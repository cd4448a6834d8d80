import { createContext, Suspense, use, useMemo } from 'react';
import type { WidgetName, WidgetProps, WidgetRequest } from '@dps/contract/guest';
import { Alert, Button } from '@dps/ui';
import { moduleLoader } from './module-loader.ts';
import { PartBoundary, usePart, useShown } from './PartBoundary.tsx';
import { texts } from '../texts/first-load.ts';

interface Props {
  /** Title of the widget's module, if the registry has it. */
  title: string | undefined;
  onRetry: () => void;
}

/** Replaces a widget that failed. */
function WidgetFailure({ title, onRetry }: Props) {
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {texts.modules.retry}
        </Button>
      }
    >
      {texts.modules.widgetUnavailable(title)}
    </Alert>
  );
}

/** Names of the widgets around a place, the outermost first. */
const Around = createContext<readonly string[]>([]);
/** A widget may show itself again, and a circle of widgets has no end. */
const SAME_MOST = 2;

/** The place of a widget while it loads. */
const PLACE = { height: '6rem', borderRadius: 8, background: 'var(--dps-palette-action-hover)' };

interface ViewProps<Name extends WidgetName> {
  request: { name: Name; props: WidgetProps[Name] };
  onOutdated: () => void;
}

function WidgetView<Name extends WidgetName>({ request: { name, props }, onOutdated }: ViewProps<Name>) {
  const loaded = use(moduleLoader().widget(name));
  useShown(loaded, onOutdated);
  const around = use(Around);
  const inside = useMemo(() => [...around, name], [around, name]);
  if (around.filter((each) => each === name).length >= SAME_MOST)
    throw new Error(`Widgets show each other in a circle: ${inside.join(' → ')}`);
  return (
    <Around value={inside}>
      <loaded.Component {...props} />
    </Around>
  );
}

/**
 * Renders the contract's `<Widget>` in the shell. A widget that is missing or fails shows its own small error with Retry
 * and never takes down the page around it. A widget of a retired module shows nothing.
 */
export function ModuleWidget({ request }: { request: WidgetRequest }) {
  const current = () => moduleLoader().widget(request.name);
  const { attempt, again, onError, onRetry } = usePart('widget', current);
  const owner = moduleLoader().widgetOwner(request.name);
  if (owner?.choice?.reason === 'inactive') return null;
  return (
    <PartBoundary
      key={`${request.name} ${attempt}`}
      onError={onError}
      fallback={<WidgetFailure title={owner?.title} onRetry={onRetry} />}
    >
      <Suspense fallback={<div role="status" aria-label={texts.loading} style={PLACE} />}>
        <WidgetView request={request} onOutdated={again} />
      </Suspense>
    </PartBoundary>
  );
}
