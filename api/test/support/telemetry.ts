import type { ReportedLoad } from '@dps/shared-contracts';

/** What a browser reports of a module that it loaded. */
export function aLoad(facts: Partial<ReportedLoad> = {}): ReportedLoad {
  return { module: 'jobs', version: '1.2.0', outcome: 'loaded', ms: 120, count: 1, ...facts };
}
