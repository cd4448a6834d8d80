import type { Registry } from '@dps/contract';
import type { LoadFacts } from '../../telemetry/telemetry.ts';
import { releaseTexts } from '../../texts/releases.ts';
import { loadedAt, type PartReport } from './module-report.ts';

/**
 * Returns the panel's facts about the shell.
 *
 * @param load the reported load of the shell
 * @param version the version of the running shell
 * @param began the start of the navigation, in milliseconds since 1970
 */
export function shellReport(
  { shell }: Registry,
  { load, version, began }: { load: LoadFacts; version: string; began: number },
): PartReport {
  const { why, panel } = releaseTexts;
  return {
    name: 'shell',
    title: panel.shell,
    version,
    status: 'runs',
    isReplaced: false,
    why: [load.outcome === 'fallback' ? why.shellFallback(load.version) : why.shell],
    loaded: loadedAt(began + load.ms, load.ms),
    contract: shell.contract === undefined ? '' : panel.provides(shell.contract),
    others: [],
  };
}
