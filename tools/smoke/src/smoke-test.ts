import type { Browser } from '@playwright/test';
import type { Registry } from '@dps/shared-contracts';
import type { Candidate } from './candidate.ts';
import { planWalks, type Walk } from './visits/plan-walks.ts';
import { takeWalk, type Finding } from './visits/take-walk.ts';

/** Findings as sentences: one that several visitors met is told once. */
export function sentencesOf(findings: readonly Finding[]): string[] {
  const whoMet = new Map<string, Set<string>>();
  for (const { who, path, problem } of findings) {
    const key = JSON.stringify([path, problem]);
    whoMet.set(key, (whoMet.get(key) ?? new Set()).add(who));
  }
  return [...whoMet].map(([key, who]) => {
    const [path, problem]: [string, string] = JSON.parse(key);
    return `${path} ${problem} (as ${[...who].join(', ')})`;
  });
}

/**
 * Looks at every page of a candidate as a guest, a pilot and a client who may see it.
 *
 * @param product its address, and what runs there, the candidate in it
 * @param tell hears how far it is
 * @returns what is wrong, a sentence each
 */
export async function smokeTest(
  browser: Browser,
  product: { url: string; registry: Registry },
  candidate: Candidate,
  tell: (line: string) => void,
): Promise<string[]> {
  const walkOf = async (walk: Walk): Promise<Finding[]> => {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1280, height: 800 },
    });
    try {
      const found = await takeWalk(context, walk, candidate, product);
      tell(`  ${found.length > 0 ? '✗' : '✓'} ${walk.who}: ${walk.own.join(', ')}`);
      return found;
    } finally {
      await context.close();
    }
  };
  const found = await Promise.all(planWalks(product.registry, candidate).map(walkOf));
  return sentencesOf(found.flat());
}
