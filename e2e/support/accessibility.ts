import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The smallest and the largest screen of the checks. */
export const SIZES = [
  { name: 'a phone', width: 360, height: 740 },
  { name: 'a desktop', width: 1440, height: 900 },
] as const;

/** Returns the violations that axe finds on a page, and any horizontal overflow. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Takes a quarter of the processor time: no second page for the report, which only frames need, and only violations.
  if (page.frames().length > 1)
    throw new Error('The legacy mode of axe does not check frames of other origins');
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow > 0 ? [...found, `${overflow} px wider than the window`] : found;
}
