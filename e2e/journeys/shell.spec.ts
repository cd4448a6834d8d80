import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const DARK = 'rgb(15, 21, 19)';
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the theme applies before the first paint and in every tab', async ({ open, sessionOf }) => {
  const page = await open({ colorScheme: 'light' });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await background(page)).toBe(DARK);

  // The document alone, without the scripts of the shell.
  await page.route('**/shell/**', (route) => route.abort());
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('body').waitFor({ state: 'attached' });
  expect(await background(page)).toBe(DARK);
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#0F1513');
  await page.unroute('**/shell/**');

  await page.context().addCookies(await sessionOf('pilot'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  expect(await background(page)).toBe(DARK);
  const tab = await page.context().newPage();
  await tab.goto('/schedule');
  await tab.getByRole('button', { name: 'User menu' }).click();
  await expect(tab.getByRole('menuitemradio', { checked: true })).toHaveText('Dark theme');
  await tab.getByRole('menuitemradio', { name: 'System theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
  expect(await background(page)).not.toBe(DARK);
});
