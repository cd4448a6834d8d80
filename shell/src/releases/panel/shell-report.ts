import type { Registry } from '@dps/shared-contracts';
import type { LoadFacts } from '../../telemetry/telemetry.ts';
import { releaseTexts } from '../../texts/releases.ts';
import { loadedAt, type PartReport } from './module-report.ts';

/**
 * What the panel says of the shell.
 *
 * @param load what became of it in this page, as the team hears it
 * @param version of the shell that runs
 * @param began when the page was asked for, in milliseconds since 1970
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
