import { Suspense, use } from 'react';
import type { WidgetName, WidgetProps, WidgetRequest } from '@dps/contract/guest';
import { moduleLoader } from './active-loader.ts';
import { PartBoundary } from './PartBoundary.tsx';
import { usePart, useShown } from './usePart.ts';
import { WidgetFailure } from './WidgetFailure.tsx';
import { texts } from '../texts/first-load.ts';

/** The place of a widget while it loads. */
const PLACE = { height: '6rem', borderRadius: 8, background: 'var(--dps-palette-action-hover)' };

interface ViewProps<Name extends WidgetName> {
  request: { name: Name; props: WidgetProps[Name] };
  onOutdated: () => void;
}

function WidgetView<Name extends WidgetName>({ request: { name, props }, onOutdated }: ViewProps<Name>) {
  const loaded = use(moduleLoader().widget(name));
  useShown(loaded, onOutdated);
  return <loaded.Component {...props} />;
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
