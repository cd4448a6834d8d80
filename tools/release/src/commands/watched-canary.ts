import type { Canary, Registry } from '@dps/contract';
import { UnchangedError, EXIT, CommandError } from '../store/command-error.ts';
import type { ReleaseContext } from '../registry/change-registry.ts';
import { readSigned } from '../registry/read-registry.ts';
import { reportUncompared } from '../registry/served-registry.ts';
import { BrowserPages } from '../watch/browser-pages.ts';
import type { WatchResult } from '../watch/watch-reports.ts';
import { watchCanary, type WatchEffects } from '../watch/watch-canary.ts';
import { findPart } from '../registry/parts.ts';
import { canary, rollBackCanary } from './choose.ts';

/** A canary to start and watch. */
export interface WatchedCanary {
  module: string;
  /** Defaults to the version of the current canary. */
  version: string | undefined;
  /** Percentage of users, 1 to 99. */
  percent: number;
  /** Metrics addresses of all API processes. */
  metrics: readonly string[];
  /** Duration of the watch in ms. */
  duration: number;
}

/** Returns the canary of a module right after its start. */
function startedCanary(registry: Registry | undefined, name: string): { canary: Canary; stable: string } {
  const { canary: current, stable } = registry ? findPart(registry, name) : {};
  if (current && stable !== undefined) return { canary: current, stable };
  throw new CommandError(`Another command has just stopped the canary of ${name}.`);
}

async function checkMetrics(pages: BrowserPages): Promise<void> {
  await pages.poll();
  if (pages.isReachable) return;
  const problems = [...pages.unreachable].map(([url, why]) => `${url} cannot be read: ${why}`);
  throw new UnchangedError(
    `The canary cannot be watched. ${problems.join(', ')}. Name the metrics of the API with --metrics.`,
    EXIT.unavailable,
  );
}

/**
 * Starts a canary and compares it with the stable release.
 *
 * @returns the result of the watch
 * @throws CommandError if the canary cannot start, or no metrics are reachable
 */
export async function startWatchedCanary(
  context: ReleaseContext,
  { module, version, percent, metrics, duration }: WatchedCanary,
  effects: Pick<WatchEffects, 'clock' | 'stop' | 'emit'>,
): Promise<WatchResult> {
  const pages = new BrowserPages(module, metrics);
  const { registry: before } = await readSigned(context);
  if (before?.modules.some((each) => each.name === module && each.inactive))
    throw new UnchangedError(
      `${module} has no stable release to compare with. Start its canary without --watch.`,
    );
  await checkMetrics(pages);
  effects.emit({ event: 'started', text: await canary(context, module, version, { percent }) });
  await reportUncompared(context);
  const { registry } = await readSigned(context);
  const { canary: watched, stable } = startedCanary(registry, module);
  return watchCanary({ module, canary: watched.version, stable }, pages, duration, {
    ...effects,
    percentNow: async () => {
      const { registry: now } = await readSigned(context);
      const current = now && findPart(now, module).canary;
      return current?.salt === watched.salt ? current.percent : null;
    },
    // The reason of the start is not that of the rollback.
    rollBack: (why) => rollBackCanary({ ...context, why: undefined }, module, watched, why),
  });
}
