import { lazy, Suspense } from 'react';
import { readDeployment } from '@dps/contract/guest';
import { useSearchParams } from '@dps/ui/router';
import type { Registry } from '@dps/contract';
import { PartBoundary } from '../modules/PartBoundary.tsx';
import { MODULES_PARAMETER } from './panel-address.ts';
import { reloadPage } from '../document/page.ts';
import { isOverridden, OVERRIDES_KEY, type PageReleases } from './page-releases.ts';

function mayHaveOverrides(): boolean {
  if (/[?&]override=/.test(location.search)) return true;
  try {
    return sessionStorage.getItem(OVERRIDES_KEY) !== null;
  } catch {
    // Without storage, there are no overrides.
    return false;
  }
}

/** Applies the overrides of this tab, if the deployment allows overrides. Their code loads only if the tab may have some. */
export async function withOverrides(registry: Registry): Promise<PageReleases> {
  const offered = readDeployment().overrides;
  if (!offered || !mayHaveOverrides()) return { registry, requested: [], isRefused: false };
  const { applyOverrides } = await import(
    /* webpackChunkName: "release-tools" */ './overrides/apply-overrides.ts'
  );
  return applyOverrides(registry, offered.origins);
}

// One chunk with `apply-overrides`: the first load includes the digest of each file.
const ShownTools = lazy(() => import(/* webpackChunkName: "release-tools" */ './ShownTools.tsx'));

interface Props extends PageReleases {
  /** Reloads the page. */
  onReload?: () => void;
}

/**
 * Tools for operators: bars with the preview and with the modules that this tab overrides, and, if the address requests it, the panel of all
 * modules. Their code loads only if one of them shows.
 */
export function ReleaseTools({ onReload = reloadPage, ...releases }: Props) {
  const [parameters] = useSearchParams();
  const { registry, requested, isRefused } = releases;
  const { preview } = readDeployment();
  const isTrial =
    preview !== undefined || registry.modules.some(isOverridden) || requested.length > 0 || isRefused;
  if (!isTrial && !parameters.has(MODULES_PARAMETER)) return null;
  return (
    <PartBoundary onError={() => false} fallback={null}>
      <Suspense fallback={null}>
        <ShownTools {...releases} preview={preview} parameters={parameters} onReload={onReload} />
      </Suspense>
    </PartBoundary>
  );
}
