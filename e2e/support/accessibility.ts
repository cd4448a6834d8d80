import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { cutContent } from './cut-content.ts';

/** The browser's default font size, in px. */
const FONT_SIZE = 16;
/** Width of the narrowest supported screen, in px. */
const NARROWEST = 320;

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Evaluates axe in the document of a page. `page.evaluate` takes twice as long, a second of the processor on a slow machine. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
}

/** Returns the violations that axe finds. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await addAxe(page);
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const found = await page.evaluate<AxeResults['violations']>(run);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Resolves when the page has drawn what has changed, also what its scripts then change. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Returns what a check finds at last. Colours and layout change with later renders, so the check is repeated. */
async function findings(check: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  await expect
    .poll(async () => (found = await check()))
    .toEqual([])
    .catch(() => undefined);
  return found;
}

/** Returns the violations in the dark scheme, which changes colours alone. */
async function violationsInDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await drawn(page);
  const found = await findings(() => violations(page, { runOnly: ['color-contrast'] }));
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((each) => `dark: ${each}`);
}

/** Returns the positions of the parts that move a moment after the window's size has changed. */
const positions = (page: Page) =>
  page
    .getByRole('menu')
    .or(page.getByRole('dialog'))
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { left, top } = part.getBoundingClientRect();
        return { left, top };
      }),
    );

/** Returns the parts that are cut off if the user sets the browser's font size to 200%. */
async function cutByLargeText(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  // Narrower windows have less room than the narrowest supported screen at the default font size.
  if (!size || size.width < NARROWEST) return [];
  const session = await page.context().newCDPSession(page);
  const setFontSize = async (standard: number) => {
    await session.send('Page.setFontSizes', { fontSizes: { standard } });
    // A browser reports media that depend on the font size, and a menu moves, when the window's size changes.
    await page.setViewportSize({ ...size, width: size.width - 1 });
    await page.setViewportSize(size);
  };
  const before = await positions(page);
  await setFontSize(2 * FONT_SIZE);
  const found = await findings(() => page.evaluate(cutContent));
  await setFontSize(FONT_SIZE);
  // A menu that moves during a click misses it.
  await expect.poll(() => positions(page)).toEqual(before);
  await session.detach();
  return found.map((each) => `text of 200%: ${each}`);
}

/**
 * Returns what is wrong with a page: violations that axe finds in the light and in the dark scheme, horizontal overflow, and
 * content that is cut off, also by larger text. Only in Chromium has a page the tools for axe and for larger text.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const engine = page.context().browser()?.browserType().name();
  if (engine === 'firefox' || engine === 'webkit') return findings(() => page.evaluate(cutContent));
  if (page.frames().length > 1) throw new Error('axe does not check the frames of a page');
  // Ends transitions. axe would report the colours between those of a disabled and of an enabled button.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await drawn(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...(await findings(() => violations(page, { resultTypes: ['violations'] }))),
    ...(await violationsInDark(page)),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
    ...(await cutByLargeText(page)),
  ];
}
