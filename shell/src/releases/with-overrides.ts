import type { Registry } from '@dps/contract';
import { readDeployment } from '@dps/contract/guest';
import { OVERRIDES_KEY, type PageReleases } from './page-releases.ts';

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
