/** What pages came to that asked for one release, since the watch began. */
export interface Pages {
  pages: number;
  /** Of these, the ones that had to show another release or none, or in which it threw while it was drawn. */
  troubled: number;
}

/** Less is chance, whatever it looks like. */
const LEAST_PAGES = 20;
/** A smaller difference is nothing that a canary is taken back for, however certain it is: two of a hundred pages. */
const LEAST_DIFFERENCE = 0.02;
/** How often a watch may take back a canary that is as good as the stable release: once in a hundred watches. */
const FALSE_ALARMS = 0.01;

const shareOf = ({ pages, troubled }: Pages): number => (pages === 0 ? 0 : troubled / pages);

/** The natural logarithm of n over k. */
function logChoose(n: number, k: number): number {
  let sum = 0;
  const least = Math.min(k, n - k);
  for (let i = 1; i <= least; i += 1) sum += Math.log((n - least + i) / i);
  return sum;
}

/**
 * The chance that the canary has at least as many troubled pages as it has, if it were as good as the stable release:
 * Fisher's exact test, one-sided (R. A. Fisher, The Design of Experiments, 1935, chapter 2). With all troubled pages T of
 * all pages N, n of them the canary's, it is Σ C(n,x)·C(N−n,T−x)/C(N,T) over x from what the canary has.
 *
 * @returns 0 to 1
 */
export function chanceOf(canary: Pages, stable: Pages): number {
  const troubled = canary.troubled + stable.troubled;
  let term = Math.exp(
    logChoose(canary.pages, canary.troubled) +
      logChoose(stable.pages, stable.troubled) -
      logChoose(canary.pages + stable.pages, troubled),
  );
  let sum = 0;
  for (let x = canary.troubled; x <= Math.min(canary.pages, troubled); x += 1) {
    sum += term;
    term *= ((canary.pages - x) * (troubled - x)) / ((x + 1) * (stable.pages - troubled + x + 1));
  }
  return sum;
}

/**
 * Whether a canary does clearly worse than the stable release beside it. Looking again and again gives chance as many
 * tries, so the chance that is allowed to one look is that of the watch by the number of its looks (Bonferroni).
 *
 * @param looks how often the watch looks in all
 */
export function judgeCanary(canary: Pages, stable: Pages, looks: number): 'worse' | 'as good' | 'unknown' {
  if (canary.pages < LEAST_PAGES || stable.pages < LEAST_PAGES) return 'unknown';
  if (shareOf(canary) - shareOf(stable) < LEAST_DIFFERENCE) return 'as good';
  return chanceOf(canary, stable) <= FALSE_ALARMS / looks ? 'worse' : 'as good';
}

const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** For people: `240 pages, 3 in trouble (1.3%)`. */
export const pagesText = (given: Pages): string =>
  `${given.pages} ${given.pages === 1 ? 'page' : 'pages'}, ${given.troubled} in trouble` +
  (given.troubled > 0 ? ` (${share.format(shareOf(given))})` : '');
