import type { Page } from '@playwright/test';

/** Runs in a page. Returns and forgets the recorded problems. */
function takeRecorded(guard: string): string[] {
  const take: unknown = Reflect.get(globalThis, guard);
  return typeof take === 'function' ? take() : [];
}

/**
 * Returns what a guard has recorded in a page since the last call, one sentence each. Without the guard, returns none.
 *
 * @param guard name of the guard's function in the page
 */
export const recordedProblems = (page: Page, guard: string): Promise<string[]> =>
  page.evaluate(takeRecorded, guard);
