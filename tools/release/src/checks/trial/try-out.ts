import type { ReleaseStore } from '../../store/release-store.ts';
import { isModuleOrigin, releasesIn, type Registry } from '@dps/contract';
import type { Browser } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { titleOf } from '../build-folder.ts';
import type { Candidate } from './product/trial-registry.ts';
import { startTrialProduct } from './product/trial-product.ts';
import { stoppable } from './stoppable.ts';
import { openTemporaryFolder } from './temporary-folder.ts';
import { planVisits, withoutOthers, type PlannedVisit } from './visits/plan-visits.ts';
import { takeVisit, type Finding } from './visits/take-visit.ts';

/** Returns the findings as sentences. Merges equal findings of several visitors. */
function sentencesOf(findings: readonly Finding[]): string[] {
  const visitors = new Map<string, Set<string>>();
  for (const { who, path, problem } of findings) {
    const key = JSON.stringify([path, problem]);
    visitors.set(key, (visitors.get(key) ?? new Set()).add(who));
  }
  return [...visitors].map(([key, who]) => {
    const [path, problem]: [string, string] = JSON.parse(key);
    return `${path} ${problem} (as ${[...who].join(', ')})`;
  });
}

/**
 * Visits all pages of a candidate as a guest, a pilot and a client, where their roles have access. The pages of other modules
 * come first. A visit with problems is repeated without them, because another module may be the cause.
 *
 * @param product its address, and its registry with the candidate
 * @param report receives progress messages
 * @returns one sentence for each problem
 */
export async function smokeTest(
  browser: Browser,
  product: { url: string; registry: Registry },
  candidate: Candidate,
  report: (line: string) => void,
): Promise<string[]> {
  const take = async (visit: PlannedVisit): Promise<Finding[]> => {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1280, height: 800 },
    });
    try {
      return await takeVisit(context, visit, candidate, product);
    } finally {
      await context.close();
    }
  };
  const visitOf = async (visit: PlannedVisit): Promise<Finding[]> => {
    const first = await take(visit);
    const isRepeated = first.length > 0 && visit.others.length > 0;
    const found = isRepeated ? await take(withoutOthers(visit)) : first;
    report(`  ${found.length > 0 ? '✗' : '✓'} ${visit.who}: ${visit.own.join(', ')}`);
    if (found.length === 0)
      for (const { path, problem } of first)
        report(`    Only after the pages of other modules (${visit.others.join(', ')}): ${path} ${problem}`);
    return found;
  };
  const found = await Promise.all(planVisits(product.registry, candidate).map(visitOf));
  return sentencesOf(found.flat());
}

/** Several times the usual duration on two busy cores. */
const LIMIT_MS = 300_000;

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Returns the origins that releases declare. A trial allows them all: the deployment of another environment may allow others. */
const declaredOrigins = ({ release }: Candidate, active: Registry | undefined): string[] =>
  [release, ...(active ? releasesIn(active) : [])].flatMap((each) =>
    'origins' in each ? (each.origins ?? []).filter(isModuleOrigin) : [],
  );

/**
 * Tests a candidate in a temporary product: database, API, gateway, demo data, and the stable releases.
 *
 * @param store has the releases in `active`
 * @param active the current registry; undefined in an empty store
 * @param report receives progress messages
 * @returns one sentence for each problem of the candidate
 * @throws CommandError without a browser, or when the test is stopped or times out; StartFailure if the product does not start
 */
export function tryOut(
  candidate: Candidate,
  store: ReleaseStore,
  active: Registry | undefined,
  report: (line: string) => void,
): Promise<string[]> {
  return stoppable(async (signal) => {
    const begun = performance.now();
    const opened = new AsyncDisposableStack();
    try {
      report(`Testing ${titleOf(candidate)} in a separate product`);
      opened.defer((await openTemporaryFolder()).close);
      const browser = opened.use(await openBrowser());
      // Closing the browser ends all page operations at once.
      signal.addEventListener('abort', () => void browser.close());
      const product = await startTrialProduct(declaredOrigins(candidate, active), signal);
      opened.defer(() => product.close());
      const registry = await product.run(candidate, store, active);
      report(`  database, API, gateway and demo data after ${seconds(begun)}`);
      const problems = await smokeTest(browser, { url: product.url, registry }, candidate, report);
      report(`  done after ${seconds(begun)}`);
      return problems;
    } finally {
      await opened.disposeAsync();
    }
  }, LIMIT_MS);
}
