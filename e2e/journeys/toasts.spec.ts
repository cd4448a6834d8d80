import type { Locator, Page } from '@playwright/test';
import { paths } from '@dps/contract';
import { newUser } from '../support/users.ts';
import { expect, PHONE, test } from '../support/test.ts';

const FAILURE = /Failed to create job( posting)?\. Please try again\./;

async function fillJob(page: Page, form: Locator): Promise<void> {
  await form.getByLabel('Job Title').fill('Quarry volume survey');
  await form.getByLabel('Description').fill('Two stockpiles.');
  await form.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: 'Site Survey' }).click();
  await form.getByLabel('Location').fill('Waco, TX');
  await form.getByLabel('Budget').fill('900');
  await form.getByLabel('Deadline').fill('2031-05-02');
}

/** Makes each attempt to post a job fail. Returns a function that counts the attempts. */
async function failPosts(page: Page): Promise<() => number> {
  let posts = 0;
  await page.route(`**${paths.jobs()}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posts += 1;
    return route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken', requestId: 'test' } });
  });
  return () => posts;
}

const SCREENS = [
  ['the dashboard', '/'],
  ['the dialog of the jobs page', '/jobs?new=1'],
] as const;
const SIZES = [
  [1440, 900],
  [1280, 720],
  [360, 740],
] as const;

for (const [screen, address] of SCREENS) {
  test(`[TOAST-7] a failure on ${screen} leaves "Create Job" free for the next click at each size`, async ({
    signedUp,
  }) => {
    const page = await signedUp(newUser('client', 'Tess Toast'));
    const posts = await failPosts(page);
    await page.goto(address);
    await fillJob(page, page.getByRole('form', { name: 'Create Surveying Job' }));
    const submit = page.getByRole('button', { name: 'Create Job' });
    const failure = page.getByRole('alert').filter({ hasText: FAILURE });
    for (const [index, [width, height]] of SIZES.entries()) {
      await test.step(`${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height });
        // Scrolls to the button, and waits until the closing list of survey types no longer covers it.
        await submit.click({ trial: true });
        const box = await submit.boundingBox();
        if (!box) throw new Error('The button is not shown');
        // The mouse clicks and rests: a locator's click would wait until nothing covers the button.
        const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await click();
        await expect(failure).toBeVisible();
        await expect(submit).toBeEnabled();
        await click();
        await expect.poll(posts).toBe(2 * (index + 1));
        // The toast ends by itself: the pointer is not over it.
        await expect(failure).toHaveCount(0);
      });
    }
  });
}

test('[TOAST-9] leaves the notifications free when they open on a phone', async ({ signedUp }) => {
  const page = await signedUp(newUser('client', 'Nora Notice'), PHONE);
  await failPosts(page);
  await page.goto('/');
  await fillJob(page, page.getByRole('form', { name: 'Create Surveying Job' }));
  await page.getByRole('button', { name: 'Create Job' }).click();
  const failure = page.getByRole('alert').filter({ hasText: FAILURE });
  const top = async () => (await failure.boundingBox())?.y;
  // Above the pressed button, below the top bar.
  await expect.poll(top).toBeLessThan(100);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await expect.poll(top).toBeGreaterThan(500);
});
