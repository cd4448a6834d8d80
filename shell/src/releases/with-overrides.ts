import type { Registry } from '@dps/shared-contracts';
import { readDeployment } from '@dps/shared-contracts/client';
import { OVERRIDES_KEY, type PageReleases } from './page-releases.ts';

function isConcerned(): boolean {
  if (/[?&]override=/.test(location.search)) return true;
  try {
    return sessionStorage.getItem(OVERRIDES_KEY) !== null;
  } catch {
    // Storage that is forbidden holds nothing.
    return false;
  }
}

/**
 * The registry with the modules replaced that somebody chose for this tab, where the deployment offers that. Everybody
 * else pays for the question alone.
 */
export async function withOverrides(registry: Registry): Promise<PageReleases> {
  const offered = readDeployment().overrides;
  if (!offered || !isConcerned()) return { registry, asked: [], isRefused: false };
  const { applyOverrides } = await import(
    /* webpackChunkName: "release-tools" */ './overrides/apply-overrides.ts'
  );
  return applyOverrides(registry, offered.origins);
}
