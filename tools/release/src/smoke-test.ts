import type { Browser } from '@playwright/test';
import type { Registry } from '@dps/contract';
import type { Candidate } from './candidate.ts';
import { planWalks, type Walk } from './visits/plan-walks.ts';
import { takeWalk, type Finding } from './visits/take-walk.ts';

/** Returns the findings as sentences. Merges equal findings of several visitors. */
export function sentencesOf(findings: readonly Finding[]): string[] {
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
 * Visits all pages of a candidate as a guest, a pilot and a client, where their roles have access.
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
  const walkOf = async (walk: Walk): Promise<Finding[]> => {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1280, height: 800 },
    });
    try {
      const found = await takeWalk(context, walk, candidate, product);
      report(`  ${found.length > 0 ? '✗' : '✓'} ${walk.who}: ${walk.own.join(', ')}`);
      return found;
    } finally {
      await context.close();
    }
  };
  const found = await Promise.all(planWalks(product.registry, candidate).map(walkOf));
  return sentencesOf(found.flat());
}
