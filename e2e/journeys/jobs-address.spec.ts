import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { paths, type CreateJobBody } from '@dps/contract';
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';
import { signIn, signUp, newUser, type NewUser } from '../support/users.ts';

type PostedJob = Pick<CreateJobBody, 'title' | 'surveyType' | 'budget' | 'deadline'>;

const JOBS: readonly PostedJob[] = [
  { title: 'Quarry volumes', surveyType: 'Mapping', budget: 900, deadline: '2031-03-14' },
  { title: 'Vineyard vigor', surveyType: 'Crop Analysis', budget: 1500.5, deadline: '2031-04-01' },
  { title: 'Café roof', surveyType: 'Mapping', budget: 2500, deadline: '2031-04-30' },
];

const origin = () => ({ origin: process.env['DPS_URL'] ?? '' });

async function postJobs(request: APIRequestContext): Promise<void> {
  for (const job of JOBS) {
    const data = { ...job, description: 'As on the plan.', location: 'Austin, TX' };
    const response = await request.post(paths.jobs(), { data, headers: origin() });
    expect(response.status()).toBe(201);
  }
}

/** Signs up a client, posts a few jobs and opens an address. */
async function clientAt(open: () => Promise<Page>, address: string): Promise<{ page: Page; user: NewUser }> {
  const user = newUser('client', 'Ada Address');
  const page = await open();
  await signUp(page.request, user);
  await postJobs(page.request);
  await page.goto(address);
  return { page, user };
}

const titles = (page: Page) => page.getByRole('row').filter({ hasText: 'Austin, TX' });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function expectQuarryAndRoof(page: Page): Promise<void> {
  await expect(page.getByText('2 of 3 jobs')).toBeVisible();
  await expect(titles(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'More Filters 2 active' })).toBeVisible();
  await expect(field(page, 'Highest Budget ($)')).toHaveValue('2500');
  await expect(page.getByRole('combobox', { name: 'Survey Type' })).toHaveText('Mapping');
}

test('the address keeps the filters across a reload and in another browser', async ({ open }) => {
  const { page, user } = await clientAt(open, '/jobs');
  await page.getByRole('button', { name: 'More Filters' }).click();
  await page.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: 'Mapping' }).click();
  await field(page, 'Highest Budget ($)').fill('2500');
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

  await field(page, 'Search jobs').fill('cafe');
  await expect(page.getByText('1 of 3 jobs')).toBeVisible();
  await page.getByRole('link', { name: 'Schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible();
  await page.goBack();
  await expect(field(page, 'Search jobs')).toHaveValue('cafe');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page.getByText('3 of 3 jobs')).toBeVisible();
  await expect(page).toHaveURL(/\/jobs$/);
});

test('an invalid end of a range shows an error and does not filter', async ({ open }) => {
  const { page } = await clientAt(open, '/jobs?min=2000&max=1000');
  await expect(page.getByText('Not applied: this is below the lowest budget')).toBeVisible();
  await expect(page.getByText('3 of 3 jobs')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await field(page, 'Earliest Deadline').focus();
  await page.keyboard.type('04');
  await field(page, 'Highest Budget ($)').fill('9000');
  await expect(page.getByText('Not applied: enter a complete date')).toBeVisible();
  await expect(page.getByText('1 of 3 jobs')).toBeVisible();
  await expect(page.getByText('Not applied: this is below')).toBeHidden();
});

test('Back closes a dialog, Forward opens it again, and a reload leaves it open', async ({ open }) => {
  const { page } = await clientAt(open, '/jobs?q=roof');
  const dialog = page.getByRole('dialog', { name: 'Café roof' });
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(dialog.getByText('File Attachments')).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/jobs\?q=roof$/);
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Edit Job' }).click();
  await expect(page.getByRole('form', { name: 'Edit Job' })).toBeVisible();
  await expect(page).toHaveURL(/\/jobs\?q=roof&edit=\d+$/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('1 of 3 jobs')).toBeVisible();
  await page.getByRole('button', { name: 'Create New Job' }).click();
  await expect(page.getByRole('form', { name: 'Create Surveying Job' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/jobs\?q=roof$/);
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(element).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await element.evaluate((each) => each === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(element).toBeFocused();
}

test('the keyboard alone works from sign-in to a filtered job and the calendar', async ({ open }) => {
  const { page, user } = await clientAt(open, '/profile');
  await page.context().clearCookies();
  await page.goto('/login');
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await tabTo(page, field(page, 'Username'));
  await page.keyboard.type(user.username);
  await tabTo(page, field(page, 'Password'));
  await page.keyboard.type(user.password);
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: 'Jobs', exact: true }));
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeFocused();
  await tabTo(page, page.getByRole('combobox', { name: 'Status' }));
  await press('Enter', 'P', 'Enter');
  await tabTo(page, page.getByRole('button', { name: 'More Filters' }));
  await press('Enter');
  await tabTo(page, field(page, 'Lowest Budget ($)'));
  await page.keyboard.type('1000');
  await tabTo(page, field(page, 'Search jobs'), 'Shift+Tab');
  await page.keyboard.type('vigor');
  await expect(page.getByText('1 of 3 jobs')).toBeVisible();
  await expect(page).toHaveURL(/\/jobs\?status=pending&min=1000&q=vigor$/);

  const view = titles(page).getByRole('button', { name: 'View', exact: true });
  await tabTo(page, view);
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Vineyard vigor' })).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(view).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'Schedule' }), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeFocused();
  const calendar = page.getByRole('button', { name: 'View Calendar' });
  await expect(calendar).toBeEnabled();
  await tabTo(page, calendar);
  await press('Enter');
  await expect(page.getByRole('grid').getByRole('button', { pressed: true })).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Home', 'Enter');
  await expect(page).toHaveURL(/\?calendar=\d{4}-\d\d-01$/);
  await press('ArrowDown', 'ArrowRight', 'Space');
  await expect(page).toHaveURL(/\?calendar=\d{4}-\d\d-09$/);
  await press('Escape');
  await expect(calendar).toBeFocused();
  await expect(page).toHaveURL(/\/schedule$/);
});
