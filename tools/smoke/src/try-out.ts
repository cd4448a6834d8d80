import type { ReleaseStore } from '@dps/release-store/release-store';
import type { Registry } from '@dps/shared-contracts';
import { openBrowser } from './browser.ts';
import { titleOf, type Candidate } from './candidate.ts';
import { startTrialProduct } from './product/trial-product.ts';
import { smokeTest } from './smoke-test.ts';
import { stoppable } from './stoppable.ts';

/** Several times what it takes on two busy cores. */
const LIMIT_MS = 300_000;

interface Closable {
  close(): Promise<void>;
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Tries a candidate out in a whole product of its own, which is there for as long as that takes: database, API, gateway, demo
 * data, and the releases that everybody has.
 *
 * @param store where the releases are that `active` lists
 * @param active what everybody has; undefined in an empty store
 * @param tell hears how far it is, line by line
 * @returns what is wrong with the candidate, a sentence each
 * @throws Refusal without a browser, when it was stopped, or took too long; StackFailure when the product does not start
 */
export function tryOut(
  candidate: Candidate,
  store: ReleaseStore,
  active: Registry | undefined,
  tell: (line: string) => void,
): Promise<string[]> {
  return stoppable(async (signal) => {
    const begun = performance.now();
    const open: Closable[] = [];
    const close = async () => {
      for (let last = open.pop(); last; last = open.pop()) await last.close();
    };
    try {
      tell(`Trying out ${titleOf(candidate)} in a product of its own`);
      const browser = await openBrowser();
      open.push(browser);
      // Whatever a page is asked for then ends at once.
      signal.addEventListener('abort', () => void browser.close());
      const product = await startTrialProduct(signal);
      open.push(product);
      const registry = await product.run(candidate, store, active);
      tell(`  database, API, gateway and demo data after ${seconds(begun)}`);
      const problems = await smokeTest(browser, { url: product.url, registry }, candidate, tell);
      tell(`  done after ${seconds(begun)}`);
      return problems;
    } finally {
      await close();
    }
  }, LIMIT_MS);
}
