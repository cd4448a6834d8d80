import type { ReportedLoad } from '@dps/shared-contracts';

/** A browser's report of a module load. */
export function moduleLoad(facts: Partial<ReportedLoad> = {}): ReportedLoad {
  return { module: 'jobs', version: '1.2.0', outcome: 'loaded', ms: 120, count: 1, ...facts };
}
