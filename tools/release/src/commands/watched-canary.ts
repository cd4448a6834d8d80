import type { Canary, Registry } from '@dps/shared-contracts';
import { EXIT, Refusal } from '@dps/release-store/refusal';
import { readSigned, type ReleaseContext } from '../registry/change-registry.ts';
import { findModule } from '../registry/find-module.ts';
import { BrowserPages } from '../watch/browser-pages.ts';
import type { Ending } from '../watch/reports.ts';
import { watchCanary, type WatchEffects } from '../watch/watch-canary.ts';
import { canary, takeBackCanary } from './choose.ts';

/** A canary that is to be given and watched. */
export interface WatchedCanary {
  module: string;
  /** That of the canary that runs unless it is given. */
  version: string | undefined;
  /** Users of a hundred, not all of them. */
  percent: number;
  /** How long, in ms. */
  duration: number;
  /** Where the metrics of each process of the API are. */
  metrics: readonly string[];
}

/** The canary of a module in a registry that has just been given one. */
function given(registry: Registry | undefined, name: string): { canary: Canary; stable: string } {
  const { canary: current, stable } = registry ? findModule(registry, name) : {};
  if (current && stable !== undefined) return { canary: current, stable };
  throw new Refusal(`Somebody else has taken the canary of ${name} back in this moment.`);
}

async function firstLook(pages: BrowserPages): Promise<void> {
  await pages.look();
  if (pages.isSeen) return;
  const problems = [...pages.silent].map(([url, why]) => `${url} cannot be read: ${why}`);
  throw new Refusal(
    `Nobody could watch the canary. ${problems.join(', ')}. Name the metrics of the API with --metrics. Nothing was changed.`,
    EXIT.unavailable,
  );
}

/**
 * Gives a release to a share of the users and watches how it does beside the stable one.
 *
 * @returns how the watch ended
 * @throws Refusal where the canary could not be given, or nobody could watch it
 */
export async function giveAndWatch(
  context: ReleaseContext,
  { module, version, percent, duration, metrics }: WatchedCanary,
  effects: Pick<WatchEffects, 'clock' | 'stop' | 'say'>,
): Promise<Ending> {
  const pages = new BrowserPages(module, metrics);
  await firstLook(pages);
  effects.say({ event: 'given', text: await canary(context, module, version, percent) });
  const { registry } = await readSigned(context);
  const { canary: watched, stable } = given(registry, module);
  return watchCanary({ module, canary: watched.version, stable }, pages, duration, {
    ...effects,
    percentNow: async () => {
      const { registry: now } = await readSigned(context);
      const current = now && findModule(now, module).canary;
      return current?.salt === watched.salt ? current.percent : null;
    },
    takeBack: (why) => takeBackCanary(context, module, watched, why),
  });
}
