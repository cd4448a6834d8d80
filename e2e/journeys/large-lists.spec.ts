import type { Locator, Page } from '@playwright/test';
import { writeManyJobs } from '@dps/local-stack/many-jobs';
import { userId } from '../support/jobs.ts';
import { newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const ACCEPTED = 1200;
/** The accepted jobs that are not paid: one of the five statuses is paid. */
const UPCOMING = (ACCEPTED / 5) * 4;
const OPEN = 600;
/** The rows with headings on a dashboard: one for each status. */
const HEADINGS = 5;
/** Maximum number of DOM nodes of a page, for a list of any length. */
const NODES = 1500;

test.use({ viewport: { width: 1440, height: 900 } });

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
const rowAt = (page: Page, index: number) => page.getByRole('table').locator(`[aria-rowindex="${index}"]`);

async function openTable(page: Page, path: string, rows: number): Promise<void> {
  await page.goto(path);
  // A dashboard folds paid jobs away.
  if (path === '/') await page.getByRole('button', { name: /^Show paid jobs/ }).click();
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(rows + 1));
  await expect(rowAt(page, rows + 1)).toBeAttached();
  expect(await nodes(page)).toBeLessThan(NODES);
}

/** Presses End until the last element is visible. */
async function expectEndByKey(page: Page, last: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await nodes(page)).toBeLessThan(NODES);
}

test('[LIST-4] limits the nodes of a page with thousands of jobs', async ({ signedUp }) => {
  const client = await signedUp(newUser('client', 'Many Posts'));
  const pilot = await signedUp(newUser('pilot', 'Many Flights'));
  const [clientId, pilotId] = [await userId(client.request), await userId(pilot.request)];
  const databaseUrl = process.env['DPS_DATABASE_URL'] ?? '';
  await writeManyJobs(databaseUrl, { clientId, pilotId: null, count: OPEN });
  await writeManyJobs(databaseUrl, { clientId, pilotId, count: ACCEPTED });
  const posted = OPEN + ACCEPTED;

  await test.step('the last row of a table is reachable, with its neighbours', async () => {
    await openTable(client, '/jobs', posted);
    await expectEndByKey(client, rowAt(client, posted + 1));
    await expect(rowAt(client, posted)).toBeInViewport();
    for (const [page, jobs] of [[client, posted] as const, [pilot, ACCEPTED] as const]) {
      const rows = jobs + HEADINGS;
      await openTable(page, '/', rows);
      await rowAt(page, rows + 1)
        .getByRole('button', { name: 'View', exact: true })
        .focus();
      await expect(rowAt(page, rows + 1)).toBeInViewport();
      await expect(rowAt(page, rows)).toBeInViewport();
    }
  });

  await test.step('the focus stays in its row and moves to the next row', async () => {
    await openTable(client, '/jobs', posted);
    const first = rowAt(client, 2).getByRole('button', { name: 'View', exact: true });
    await first.focus();
    await client.mouse.move(700, 500);
    await client.mouse.wheel(0, 20_000);
    await expect(rowAt(client, 2)).not.toBeInViewport();
    await expect(first).toBeFocused();
    for (let key = 0; key < 3; key += 1) await client.keyboard.press('Tab');
    await expect(first).not.toBeFocused();
    await expect(rowAt(client, 3)).toBeInViewport();
  });

  await test.step('the last card and the last entry of the schedule are reachable', async () => {
    await pilot.goto('/browse-jobs');
    await expect(pilot.getByText('More than 500 available jobs')).toBeVisible();
    const card = pilot.getByRole('article').last();
    // The number of all cards is known after the last page.
    await expect(async () => {
      await pilot.keyboard.press('End');
      await expect(card).toHaveAttribute('aria-setsize', /^\d{3,}$/, { timeout: 500 });
    }).toPass();
    await expectEndByKey(pilot, card);
    await pilot.goto('/schedule');
    const entry = pilot.getByRole('main').getByRole('listitem').last();
    await expect(entry).toHaveAttribute('aria-posinset', String(UPCOMING));
    await expectEndByKey(pilot, entry);
  });
});
