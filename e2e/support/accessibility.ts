import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The two ends of what screens are looked at on. */
export const SIZES = [
  { name: 'a phone', width: 360, height: 740 },
  { name: 'a desk', width: 1440, height: 900 },
] as const;

/** What axe finds on a page, in short; and a page that is wider than its window. */
export async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow > 0 ? [...found, `${overflow} px wider than the window`] : found;
}
