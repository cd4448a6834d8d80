import { paths } from '@dps/contract';
import { fillJobForm } from '../support/jobs.ts';
import { expect, keepToasts, PHONE, test } from '../support/test.ts';

test('[TOAST-7] a failure leaves the pressed button free for the next click', async ({ signedIn }) => {
  const page = await signedIn('client', PHONE);
  await page.addInitScript(keepToasts);
  let posts = 0;
  await page.route(`**${paths.jobs()}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posts += 1;
    return route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken', requestId: 'test' } });
  });
  const failure = page.getByRole('alert').filter({ hasText: /Failed to create job( posting)?\. Please/ });
  for (const address of ['/jobs?new=1', '/']) {
    await page.goto(address);
    await fillJobForm(page, 'Quarry volume survey');
    const submit = page.getByRole('button', { name: 'Create Job' });
    const before = posts;
    // Scrolls to the button, and waits until the closing list of survey types no longer covers it.
    await submit.click({ trial: true });
    const box = await submit.boundingBox();
    if (!box) throw new Error('The button is not shown');
    for (const attempt of [1, 2]) {
      // The mouse clicks and rests: a locator's click would wait until nothing covers the button.
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await expect.poll(() => posts).toBe(before + attempt);
      await expect(failure).toBeVisible();
      await expect(submit).toBeEnabled();
    }
  }
});
