import { Suspense, use } from 'react';
import type { RegistryModule } from '@dps/shared-contracts';
import { moduleLoader } from './active-loader.ts';
import { ModuleFailure } from './ModuleFailure.tsx';
import { PageLoading } from './PageLoading.tsx';
import { PartBoundary } from './PartBoundary.tsx';
import { usePart } from './usePart.ts';

interface Props {
  module: RegistryModule;
  /** One of the paths of its routes. */
  path: string;
}

function Page({ module, path }: Props) {
  const { Component } = use(moduleLoader().page(module, path));
  return <Component />;
}

/**
 * Shows a page of a module. A release that throws gives way to the last good one; when none is left, a panel names
 * the module and its version, and Retry begins anew. Nothing outside the page is affected.
 */
export function ModulePage({ module, path }: Props) {
  const { attempt, onError, onRetry } = usePart('page', () => moduleLoader().page(module, path));
  return (
    <PartBoundary
      key={`${module.name} ${path} ${attempt}`}
      onError={onError}
      fallback={<ModuleFailure module={module} onRetry={onRetry} />}
    >
      <Suspense fallback={<PageLoading />}>
        <Page module={module} path={path} />
      </Suspense>
    </PartBoundary>
  );
}
