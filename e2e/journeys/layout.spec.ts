import type { Locator, Page } from '@playwright/test';
import { postJob } from '../support/jobs.ts';
import { demoAccount, newUser, signIn } from '../support/users.ts';
import { expect, PHONE, test } from '../support/test.ts';

const PATHS = ['/', '/jobs', '/schedule', '/payments'] as const;

/** The widths of a phone, of a small and a usual tablet, and of a narrow desk. */
const WIDTHS = [360, 600, 768, 960] as const;
const HEIGHT = 800;

/** Returns the visible buttons that are smaller than a touch target of 44 px. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main button[aria-label], header button, .MuiButton-root, [role=dialog] button[aria-label]',
      ),
    ]
      .filter((each) => !each.closest('[aria-hidden=true]'))
      .map((each) => ({
        box: each.getBoundingClientRect(),
        name: each.getAttribute('aria-label') ?? each.textContent,
      }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
      .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`),
  );

/** Returns the numbers and sums of money that take more than one line or are cut off. */
const brokenFigures = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange();
    const found: string[] = [];
    for (const root of document.querySelectorAll('main, aside')) {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode()) {
        const { currentNode: text } = nodes;
        const holder = text.parentElement;
        // Labels of the axes of a chart are hidden from screen readers.
        if (!holder || holder.closest('[aria-hidden=true]')) continue;
        if (!/^\$?[\d,]+(\.\d+)?$/.test(text.textContent?.trim() ?? '')) continue;
        range.selectNode(text);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        const { overflowX } = getComputedStyle(holder);
        const cut = overflowX !== 'visible' && holder.scrollWidth > holder.clientWidth;
        if (lines.size > 1 || cut) found.push(text.textContent ?? '');
      }
    }
    return found;
  });

/** Returns by how much the page is wider than the window, in px. */
const pageOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Returns the controls that paper would show. */
const printedControls = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ media: 'print' });
  const names = await page
    .locator('main button:not(td > *), main [role=combobox], main input, header, aside')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent));
  await page.emulateMedia({ media: null });
  return names;
};

/** The controls of the upload form are used outside, with gloves. */
async function expectLargeControls(page: Page): Promise<void> {
  await page.goto('/flight-data');
  await page.getByRole('button', { name: 'Upload Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Flight Data' });
  for (const control of [
    dialog.getByRole('button', { name: 'Save Flight Data' }),
    dialog.getByRole('button', { name: 'Add Time and Position' }),
    dialog.getByLabel('Altitude').locator('..'),
  ])
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(56);
}

for (const role of ['pilot', 'client'] as const) {
  test(`[ACCESSIBILITY-7, ACCESSIBILITY-8, ACCESSIBILITY-10, FIELD-16] touch targets of a ${role} have 44 px and figures one line`, async ({
    open,
  }) => {
    const page = await open({ hasTouch: true, isMobile: true });
    await signIn(page.request, demoAccount(role));
    const devtools = await page.context().newCDPSession(page);
    const setFontSize = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    for (const path of PATHS) {
      await page.goto(path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect.soft(await smallTargets(page), `${path} at ${width}`).toEqual([]);
        expect.soft(await brokenFigures(page), `${path} at ${width}`).toEqual([]);
      }
      await setFontSize(32);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        expect.soft(await brokenFigures(page), `${path} at ${width}, text of 200%`).toEqual([]);
        expect.soft(await pageOverflow(page), `${path} at ${width}, text of 200%`).toBe(0);
      }
      await setFontSize(16);
    }
    await page.setViewportSize({ width: 360, height: HEIGHT });
    // The last path is that of the payments.
    expect(await printedControls(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^View payment/ })
      .first()
      .click();
    await expect(page.getByRole('alertdialog').getByText('Refunded')).toBeVisible();
    expect.soft(await smallTargets(page), 'the details of a payment').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('link', { name: /^(My )?Jobs$/ }).click();
    await page.getByRole('button', { name: 'View', exact: true }).first().click();
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'History' })).toBeVisible();
    expect.soft(await smallTargets(page), 'the dialog of a job').toEqual([]);
    if (role === 'pilot') await expectLargeControls(page);
  });
}

test('[ACCESSIBILITY-6] titles from right to left keep their order, and the English page stays left to right', async ({
  signedIn,
}) => {
  const title = 'مسح سطح 12 (A)';
  const page = await signedIn('client');
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

test('[FRAME-20, ACCESSIBILITY-11] on a phone the navigation is a drawer that works by keyboard, and keeps a long name clear of its button', async ({
  signedUp,
}) => {
  const name = 'Maximiliane Oberhauser von Waldenfels und Lichtenstein';
  const page = await signedUp(newUser('pilot', name), PHONE);
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open navigation' });
  const drawer = page.getByRole('dialog', { name: 'Side panel' });
  await opener.press('Enter');
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await expect(drawer).toBeFocused();
  const close = await drawer.getByRole('button', { name: 'Close navigation' }).boundingBox();
  const text = await drawer.getByText(name).boundingBox();
  expect(text?.y).toBeGreaterThanOrEqual((close?.y ?? 0) + (close?.height ?? 0));
  expect(await drawer.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.press('Enter');
  await drawer.getByRole('link', { name: 'Schedule' }).press('Enter');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeFocused();
});

test('[ACCESSIBILITY-9] forced colours mark the current page, progress and the selected day', async ({
  open,
}) => {
  const page = await open();
  await signIn(page.request, demoAccount('pilot'));
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const colourOf = (place: Locator) => place.evaluate((each) => getComputedStyle(each).backgroundColor);
  const expectContrast = (one: Locator, other: Locator) =>
    expect.poll(async () => (await colourOf(one)) === (await colourOf(other))).toBe(false);
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  await expectContrast(link('Dashboard'), link('Schedule'));
  await link('My Jobs').click();
  // The thumb of the slider contains its input.
  await expectContrast(page.getByRole('slider').first().locator('..'), page.getByRole('row').nth(1));
  await link('Schedule').click();
  await page.getByRole('button', { name: 'View Calendar' }).click();
  const calendar = page.getByRole('dialog', { name: 'Schedule Calendar' });
  await expectContrast(
    calendar.getByRole('button', { pressed: true }),
    calendar.getByRole('button', { pressed: false }).first(),
  );
});
