import type { ReleaseStore } from '@dps/release-store/release-store';
import { isModuleOrigin, releasesIn, type Registry } from '@dps/contract';
import { openBrowser } from './browser.ts';
import { titleOf, type Candidate } from './candidate.ts';
import { startTrialProduct } from './product/trial-product.ts';
import { smokeTest } from './smoke-test.ts';
import { stoppable } from './stoppable.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

/** Several times the usual duration on two busy cores. */
const LIMIT_MS = 300_000;

interface Closable {
  close(): Promise<void>;
}

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
 * @throws Refusal without a browser, or when the test is stopped or times out; StartFailure if the product does not start
 */
export function tryOut(
  candidate: Candidate,
  store: ReleaseStore,
  active: Registry | undefined,
  report: (line: string) => void,
): Promise<string[]> {
  return stoppable(async (signal) => {
    const begun = performance.now();
    const open: Closable[] = [];
    const close = async () => {
      for (let last = open.pop(); last; last = open.pop()) await last.close();
    };
    try {
      report(`Testing ${titleOf(candidate)} in a separate product`);
      open.push(await openTemporaryFolder());
      const browser = await openBrowser();
      open.push(browser);
      // Closing the browser ends all page operations at once.
      signal.addEventListener('abort', () => void browser.close());
      const product = await startTrialProduct(declaredOrigins(candidate, active), signal);
      open.push(product);
      const registry = await product.run(candidate, store, active);
      report(`  database, API, gateway and demo data after ${seconds(begun)}`);
      const problems = await smokeTest(browser, { url: product.url, registry }, candidate, report);
      report(`  done after ${seconds(begun)}`);
      return problems;
    } finally {
      await close();
    }
  }, LIMIT_MS);
}
