import type { Page } from '@playwright/test';
import { paths } from '@dps/contract';
import { expect, test } from '../support/test.ts';
import { newUser, signIn } from '../support/users.ts';

const JOBS = [
  { title: 'Quarry volumes', surveyType: 'Mapping', budget: 900, deadline: '2031-03-14' },
  { title: 'Vineyard vigor', surveyType: 'Crop Analysis', budget: 1500.5, deadline: '2031-04-01' },
  { title: 'Café roof', surveyType: 'Mapping', budget: 2500, deadline: '2031-04-30' },
];

async function expectQuarryAndRoof(page: Page): Promise<void> {
  await expect(page.getByText('2 of 3 jobs')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Austin, TX' })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'More Filters 2 active' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Survey Type' })).toHaveText('Mapping');
}

test('the address keeps filters and the open dialog across a reload, Back and Forward, and in another browser', async ({
  open,
  signedUp,
}) => {
  const user = newUser('client', 'Ada Address');
  const page = await signedUp(user);
  for (const job of JOBS) {
    const data = { ...job, description: 'As on the plan.', location: 'Austin, TX' };
    const headers = { origin: process.env['DPS_URL'] ?? '' };
    expect((await page.request.post(paths.jobs(), { data, headers })).status()).toBe(201);
  }
  await page.goto('/jobs');
  await page.getByRole('button', { name: 'More Filters' }).click();
  await page.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: 'Mapping' }).click();
  await page.getByLabel('Highest Budget ($)', { exact: true }).fill('2500');
  await expectQuarryAndRoof(page);
  await expect(page).toHaveURL(/\/jobs\?type=Mapping&max=2500$/);
  await page.reload();
  await expectQuarryAndRoof(page);

  const elsewhere = await open();
  await signIn(elsewhere.request, user);
  await elsewhere.goto(`${page.url()}&job=none&status=stolen`);
  await expect(elsewhere.getByText('Failed to load job details')).toBeVisible();
  await expectQuarryAndRoof(elsewhere);
  await expect(elsewhere).toHaveURL(page.url());

  const search = page.getByLabel('Search jobs');
  await search.fill('cafe');
  await expect(page.getByText('1 of 3 jobs')).toBeVisible();
  await page.getByRole('link', { name: 'Schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('cafe');

  const dialog = page.getByRole('dialog', { name: 'Café roof' });
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(dialog.getByText('File Attachments')).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Edit Job' }).click();
  await expect(page).toHaveURL(/\/jobs\?type=Mapping&max=2500&q=cafe&edit=\d+$/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('1 of 3 jobs')).toBeVisible();
});
