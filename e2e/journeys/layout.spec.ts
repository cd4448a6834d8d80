import type { Page } from '@playwright/test';
import { postJob } from '../support/jobs.ts';
import { demoAccount, newUser, signIn } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const PATHS = ['/', '/jobs', '/schedule', '/payments'] as const;

/** Returns the visible buttons of the page that are smaller than a touch target of 44 px. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button[aria-label], header button, main .MuiButton-root')]
      .map((each) => ({
        box: each.getBoundingClientRect(),
        name: each.getAttribute('aria-label') ?? each.textContent,
      }))
      .filter(({ box }) => box.width > 0 && box.height < 44)
      .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`),
  );

/** Returns the figures that take more than one line or are cut off. The captions below a figure may have several lines. */
const brokenFigures = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange();
    return [...document.querySelectorAll('main [role=group] p[data-tone]')]
      .filter((each) => {
        range.selectNode(each.firstChild ?? each);
        return range.getClientRects().length > 1 || each.scrollWidth > each.clientWidth;
      })
      .map((each) => each.textContent);
  });

/** Returns by how much the drawer of the navigation is higher than the window, in px. */
async function drawerOverflow(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  const overflow = await drawer.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  return overflow;
}

for (const role of ['pilot', 'client'] as const) {
  test(`touch targets of a ${role} have 44 px and figures one line`, async ({ open, browser }) => {
    const { request } = await open();
    await signIn(request, demoAccount(role));
    const { cookies } = await request.storageState();
    const context = await browser.newContext({
      baseURL: process.env['DPS_URL'] ?? '',
      hasTouch: true,
      isMobile: true,
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    for (const path of PATHS) {
      await page.goto(path);
      for (const width of [360, 768]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect.soft(await smallTargets(page), `${path} at ${width}`).toEqual([]);
        expect.soft(await brokenFigures(page), `${path} at ${width}`).toEqual([]);
      }
    }
    expect(await drawerOverflow(page)).toBe(0);
    await context.close();
  });
}

test('titles from right to left keep their order, and the English page stays left to right', async ({
  signedUp,
}) => {
  const title = 'مسح سطح 12 (A)';
  const page = await signedUp(newUser('client', 'نورة سعيد'));
  await postJob(page.request, title);
  await page.goto('/jobs');
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  const button = page.getByRole('row').getByRole('button', { name: title, exact: true });
  /** Distances of the first and of the last character from the left edge of the window, in px. */
  const edges = await button.evaluate((element) => {
    const text = element.firstChild;
    const leftOf = (index: number) => {
      const range = document.createRange();
      range.setStart(text ?? element, index);
      range.setEnd(text ?? element, index + 1);
      return range.getBoundingClientRect().left;
    };
    return { first: leftOf(0), last: leftOf((text?.textContent?.length ?? 0) - 1) };
  });
  expect(edges.last).toBeLessThan(edges.first);
  const box = await page.getByRole('heading', { level: 1 }).boundingBox();
  const actions = await page.getByRole('button', { name: 'Create New Job' }).first().boundingBox();
  expect(box?.x).toBeLessThan(actions?.x ?? 0);
});

test('forced colours mark the current page', async ({ open }) => {
  const page = await open();
  await signIn(page.request, demoAccount('pilot'));
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const backgroundOf = (name: string) =>
    page
      .getByRole('navigation')
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  await expect
    .poll(async () => (await backgroundOf('Dashboard')) === (await backgroundOf('Schedule')))
    .toBe(false);
});
