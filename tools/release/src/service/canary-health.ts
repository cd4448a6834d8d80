import type { CanaryHealth, CanaryJudgement, Registry } from '@dps/contract';
import { SHELL } from '../store/entries.ts';
import { findPart } from '../registry/parts.ts';
import { BrowserPages } from '../watch/browser-pages.ts';
import { decidingNetwork, judgeCanary } from '../watch/judge-canary.ts';

/** Time between two readings of the metrics, in ms: that of a watch. */
export const SAMPLE_MS = 5_000;
/** Half an hour. */
const MOST_POINTS = 360;

/** A running canary. */
interface Trial {
  name: string;
  canary: string;
  stable: string;
  /** Differs for each canary and each stable release: the counts then start again. */
  id: string;
}

/** Returns the running canaries with a stable release to compare with. */
export function trialsIn(registry: Registry): Trial[] {
  const active = registry.modules.filter(({ inactive }) => !inactive).map(({ name }) => name);
  return [SHELL, ...active].flatMap((name) => {
    const { canary, stable } = findPart(registry, name);
    return canary
      ? [{ name, canary: canary.version, stable, id: `${canary.salt} ${canary.version} ${stable}` }]
      : [];
  });
}

interface Watched extends Trial {
  pages: BrowserPages;
  points: CanaryHealth['points'];
}

/** Collects the pages of all running canaries, from the metrics that the watch of a canary reads. */
export class CanaryMonitor {
  readonly #metrics: readonly string[];
  #watched = new Map<string, Watched>();

  /** `metrics` are the addresses of all API processes. */
  constructor(metrics: readonly string[]) {
    this.#metrics = metrics;
  }

  /** Reads the metrics once. The first reading of a canary is its baseline. */
  async sample(registry: Registry, now: Date): Promise<void> {
    const watched = trialsIn(registry).map((trial) => this.#watch(trial));
    this.#watched = new Map(watched.map((each) => [each.name, each]));
    await Promise.all(
      watched.map(async ({ pages, points, canary, stable }) => {
        await pages.poll();
        if (!pages.isReachable) return;
        points.push({ at: now.toISOString(), canary: pages.of(canary), stable: pages.of(stable) });
        if (points.length > MOST_POINTS) points.shift();
      }),
    );
  }

  #watch(trial: Trial): Watched {
    const known = this.#watched.get(trial.name);
    if (known?.id === trial.id) return known;
    return { ...trial, pages: new BrowserPages(trial.name, this.#metrics), points: [] };
  }

  /** Returns the health of the canary of a module or of the shell. Undefined without one, and before its first reading. */
  healthOf(name: string): CanaryHealth | undefined {
    const watched = this.#watched.get(name);
    return (
      watched && { judgement: judge(watched), isReachable: watched.pages.isReachable, points: watched.points }
    );
  }
}

function judge({ pages, canary, stable }: Watched): CanaryJudgement {
  const sample = pages.seen({ canary, stable });
  if (decidingNetwork(sample, MOST_POINTS)) return 'one-network';
  const judgement = judgeCanary(sample.canary, sample.stable, MOST_POINTS);
  return judgement === 'as good' ? 'as-good' : judgement;
}
