/** Counts of the pages that requested a release since the watch began. */
export interface Pages {
  pages: number;
  /** Pages that showed another release or none, or that crashed during rendering. */
  failed: number;
}

/** Minimum number of pages for a result. */
const MIN_PAGES = 20;
/** Minimum difference of the failure rates for a rollback: 2 percentage points. */
const MIN_DIFFERENCE = 0.02;
/** Allowed share of watches that roll back a canary as good as the stable release. */
const FALSE_POSITIVE_RATE = 0.01;

const shareOf = ({ pages, failed }: Pages): number => (pages === 0 ? 0 : failed / pages);

/** Returns the natural logarithm of the binomial coefficient n over k. */
function logChoose(n: number, k: number): number {
  let sum = 0;
  const least = Math.min(k, n - k);
  for (let i = 1; i <= least; i += 1) sum += Math.log((n - least + i) / i);
  return sum;
}

/**
 * The chance that the canary has at least as many failed pages as it has, if it were as good as the stable release:
 * Fisher's exact test, one-sided (R. A. Fisher, The Design of Experiments, 1935, chapter 2). With all failed pages T of
 * all pages N, n of them the canary's, it is Σ C(n,x)·C(N−n,T−x)/C(N,T) over x from what the canary has.
 *
 * @returns 0 to 1
 */
export function chanceOf(canary: Pages, stable: Pages): number {
  const failed = canary.failed + stable.failed;
  let term = Math.exp(
    logChoose(canary.pages, canary.failed) +
      logChoose(stable.pages, stable.failed) -
      logChoose(canary.pages + stable.pages, failed),
  );
  let sum = 0;
  for (let x = canary.failed; x <= Math.min(canary.pages, failed); x += 1) {
    sum += term;
    term *= ((canary.pages - x) * (failed - x)) / ((x + 1) * (stable.pages - failed + x + 1));
  }
  return sum;
}

/**
 * Judges whether a canary is significantly worse than the stable release. Repeated tests increase the false positive rate,
 * so each test gets an equal share of it (Bonferroni correction).
 *
 * @param polls number of tests in the watch
 */
export function judgeCanary(canary: Pages, stable: Pages, polls: number): 'worse' | 'as good' | 'unknown' {
  if (canary.pages < MIN_PAGES || stable.pages < MIN_PAGES) return 'unknown';
  if (shareOf(canary) - shareOf(stable) < MIN_DIFFERENCE) return 'as good';
  return chanceOf(canary, stable) <= FALSE_POSITIVE_RATE / polls ? 'worse' : 'as good';
}

/** The pages of one network. */
export interface NetworkShare {
  /** An IPv4 address, or a /64 network of IPv6. */
  network: string;
  canary: Pages;
  stable: Pages;
}

/** Maximum number of networks that are left out one by one. A smaller one cannot change the result alone. */
const MOST_LEFT_OUT = 20;

const without = (all: Pages, part: Pages): Pages => ({
  pages: Math.max(0, all.pages - part.pages),
  failed: Math.max(0, all.failed - part.failed),
});

/**
 * Returns the network without which the judgement would differ; undefined if there is none. Any client can send reports, so a
 * result must not depend on one network.
 *
 * @param polls number of tests in the watch
 */
export function decidingNetwork(
  { canary, stable, networks }: { canary: Pages; stable: Pages; networks: readonly NetworkShare[] },
  polls: number,
): NetworkShare | undefined {
  const judgement = judgeCanary(canary, stable, polls);
  return networks
    .toSorted((a, b) => b.canary.pages + b.stable.pages - a.canary.pages - a.stable.pages)
    .slice(0, MOST_LEFT_OUT)
    .find(
      (one) => judgeCanary(without(canary, one.canary), without(stable, one.stable), polls) !== judgement,
    );
}

const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** Formats counts: `240 pages, 3 failed (1.3%)`. */
export const pagesText = (given: Pages): string =>
  `${given.pages} ${given.pages === 1 ? 'page' : 'pages'}, ${given.failed} failed` +
  (given.failed > 0 ? ` (${share.format(shareOf(given))})` : '');
