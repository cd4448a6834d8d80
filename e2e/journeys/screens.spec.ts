import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { faults, SIZES } from '../support/faults.ts';
import { MANIFESTS } from '../support/manifests.ts';
import { demoAccount, signIn } from '../support/people.ts';

const ROUTES = MANIFESTS.flatMap(({ routes }) => routes);
const SCREENS = {
  guest: [...ROUTES.filter(({ access }) => access === 'guest').map(({ path }) => path), '/no/such/page'],
  user: ROUTES.filter(({ access }) => access === 'user').map(({ path }) => path),
};

async function expectClean(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await faults(page), path).toEqual([]);
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, width, height } of SIZES) {
    test.describe(`on ${name}, ${colorScheme}`, () => {
      test.slow();

      test('axe finds nothing before signing in', async ({ open }) => {
        const page = await open();
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectClean(page, SCREENS.guest);
      });

      for (const role of ['pilot', 'client'] as const) {
        test(`axe finds nothing on the screens of a ${role}`, async ({ open }) => {
          const page = await open();
          await signIn(page.request, demoAccount(role));
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await expectClean(page, SCREENS.user);
        });
      }
    });
  }
}
