import { lazy, Suspense } from 'react';
import { useSearchParams } from '@dps/ui/router';
import { PartBoundary } from '../modules/PartBoundary.tsx';
import { MODULES_PARAMETER } from './modules-address.ts';
import { reloadPage } from '../document/reload-page.ts';
import { isOverridden, type PageReleases } from './page-releases.ts';

// One file with what applies overrides: of each file everybody's first load has the digest.
const ShownTools = lazy(() => import(/* webpackChunkName: "release-tools" */ './ShownTools.tsx'));

interface Props extends PageReleases {
  /** Loads the page anew. */
  onReload?: () => void;
}

/**
 * What those see who look after the product: which modules this tab runs in place of the released ones, at the end of every
 * page, and the panel of all modules where the address asks for it. Loaded when there is something to see.
 */
export function ReleaseTools({ onReload = reloadPage, ...releases }: Props) {
  const [parameters] = useSearchParams();
  const { registry, asked, isRefused } = releases;
  const isTrial = registry.modules.some(isOverridden) || asked.length > 0 || isRefused;
  if (!isTrial && !parameters.has(MODULES_PARAMETER)) return null;
  return (
    <PartBoundary onError={() => false} fallback={null}>
      <Suspense fallback={null}>
        <ShownTools {...releases} parameters={parameters} onReload={onReload} />
      </Suspense>
    </PartBoundary>
  );
}
