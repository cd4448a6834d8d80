import { Suspense, use } from 'react';
import { CircularProgress } from '@dps/shared-contracts/ui';
import type { WidgetName, WidgetProps, WidgetRequest } from '@dps/shared-contracts/client';
import { moduleLoader } from './active-loader.ts';
import { PartBoundary } from './PartBoundary.tsx';
import { moduleTexts } from './texts.ts';
import { usePart } from './usePart.ts';
import { WidgetFailure } from './WidgetFailure.tsx';

function WidgetView<Name extends WidgetName>({ name, props }: { name: Name; props: WidgetProps[Name] }) {
  const { Component } = use(moduleLoader().widget(name));
  return <Component {...props} />;
}

/**
 * What the shell puts in place of the contract's `<Widget>`. A widget that is missing or fails shows its own small
 * error with Retry and never takes down the page that it stands in.
 */
export function ModuleWidget({ request }: { request: WidgetRequest }) {
  const { attempt, onError, onRetry } = usePart('widget', () => moduleLoader().widget(request.name));
  return (
    <PartBoundary
      key={`${request.name} ${attempt}`}
      onError={onError}
      fallback={<WidgetFailure title={moduleLoader().widgetTitle(request.name)} onRetry={onRetry} />}
    >
      <Suspense fallback={<CircularProgress size={20} aria-label={moduleTexts.loading} />}>
        <WidgetView {...request} />
      </Suspense>
    </PartBoundary>
  );
}
