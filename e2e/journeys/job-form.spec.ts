import type { Locator, Page } from '@playwright/test';
import { paths, userView, type CreateJobBody, type JobView } from '@dps/contract';
import { writeManyJobs } from '@dps/local-stack/many-jobs';
import { accessibilityProblems } from '../support/accessibility.ts';
import { AERIAL_PHOTO, SITE_PLAN } from '../support/files.ts';
import { newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const TITLE = 'Orchard canopy survey';
const origin = () => ({ origin: process.env['DPS_URL'] ?? '' });

/** Posts a job through the API as the signed-in client of the page. */
async function post(page: Page, given: Partial<CreateJobBody> = {}): Promise<JobView> {
  const content = {
    title: TITLE,
    description: 'Multispectral, every tree.',
    surveyType: 'Crop Analysis',
    location: 'Yakima, WA',
    budget: 900,
    deadline: '2031-06-14',
    ...given,
  };
  const response = await page.request.post(paths.jobs(), { data: content, headers: origin() });
  expect(response.status()).toBe(201);
  return response.json();
}

const row = (page: Page, title = TITLE) => page.getByRole('row').filter({ hasText: title });

async function fillJob(page: Page, form: Locator, surveyType = 'Mapping'): Promise<void> {
  await form.getByLabel('Job Title').fill(TITLE);
  await form.getByLabel('Description').fill('Multispectral, every tree.');
  await form.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: surveyType }).click();
  await form.getByLabel('Location').fill('Yakima, WA');
  await form.getByLabel('Budget').fill('900');
  await form.getByLabel('Deadline').fill('2031-06-14');
}

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/jobs');
  await page.getByRole('button', { name: 'Create New Job' }).first().click();
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await expect(form).toBeVisible();
  return form;
}

/** Drags files from outside the browser and drops them on an element. */
async function drop(page: Page, target: Locator, ...files: string[]): Promise<void> {
  // Unlike a drop, a hover waits until nothing covers the target, such as the backdrop of a closing list.
  await target.hover();
  const box = await target.boundingBox();
  if (!box) throw new Error('The drop target is not visible');
  const data = { items: [], files, dragOperationsMask: 1 };
  const drag = { x: box.x + box.width / 2, y: box.y + box.height / 2, data };
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...drag });
  }
}

test('the pilot of a job sees the changes of the client', async ({ signedUp }) => {
  const client = await signedUp(newUser('client', 'Ola Orchard'));
  const pilot = await signedUp(newUser('pilot', 'Pia Pilot'));
  const { id } = await post(client);
  const me: { id: number } = await (await pilot.request.get(paths.currentUser())).json();
  const accepted = await pilot.request.post(paths.assignJob(id), {
    data: { pilotId: me.id },
    headers: origin(),
  });
  expect(accepted.ok()).toBe(true);

  await client.goto('/jobs');
  await row(client)
    .getByRole('button', { name: `Edit ${TITLE}` })
    .click();
  const form = client.getByRole('form', { name: 'Edit Job' });
  await expect(form.getByLabel('Budget')).toHaveValue('900');
  await expect(form.getByLabel('Deadline')).toHaveValue('2031-06-14');
  const save = client.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeDisabled();
  await form.getByLabel('Location').fill('Wenatchee, WA');
  await form.getByLabel('Budget').fill('1250.50');
  await form.getByLabel('Attach files').setInputFiles(SITE_PLAN);
  await save.click();
  await expect(client.getByText('Job Updated')).toBeVisible();
  await expect(client.getByRole('dialog')).toBeHidden();
  await expect(row(client)).toContainText('$1,250.50');
  await expect(row(client).getByRole('button', { name: `Edit ${TITLE}` })).toBeFocused();

  await pilot.goto('/jobs');
  await expect(row(pilot)).toContainText('Wenatchee, WA');
  await row(pilot).getByRole('button', { name: 'View', exact: true }).click();
  await expect(pilot.getByRole('dialog').getByText('site-plan.pdf')).toBeVisible();
});

test('[LIST-9] a job and a file whose responses are lost are stored once', async ({ signedUp }) => {
  const page = await signedUp(newUser('client', 'Lena Lost'));
  const lost = new Set<string>();
  await page.route(/\/api\/jobs(\/\d+\/attachments)?$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname)) return route.continue();
    lost.add(pathname);
    expect((await route.fetch()).status()).toBe(201);
    await route.abort('connectionreset');
  });
  const form = await openForm(page);
  await fillJob(page, form);
  await drop(page, form.getByRole('button', { name: 'Attach files' }), SITE_PLAN);
  const create = page.getByRole('button', { name: 'Create Job' });
  await create.click();
  await expect(page.getByText('Failed to create job posting.')).toBeVisible();
  await create.click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  await dialog.getByRole('button', { name: 'Retry site-plan.pdf' }).click();
  // The dialog closes when all files are uploaded.
  await expect(dialog).toBeHidden();
  expect(lost.size).toBe(2);
  await page.goto('/jobs');
  await expect(row(page)).toHaveCount(1);
  await row(page).getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByRole('dialog', { name: TITLE }).getByText('site-plan.pdf')).toHaveCount(1);
});

test('a failed file does not block the others, and its retry creates no second job', async ({ signedUp }) => {
  const page = await signedUp(newUser('client', 'Ola Orchard'));
  let broken = true;
  await page.route(/\/attachments$/, async (route) => {
    if (broken && route.request().postDataBuffer()?.includes('"fileName":"aerial.jpg"')) await route.abort();
    else await route.continue();
  });
  const form = await openForm(page);
  await fillJob(page, form);
  await drop(page, form.getByRole('button', { name: 'Attach files' }), SITE_PLAN, AERIAL_PHOTO);
  await expect(page.getByText('2 file(s) added successfully.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Job' }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^Not uploaded/)).toBeVisible();

  // The job keeps the failed file after the dialog closes.
  await page.keyboard.press('Escape');
  await expect(row(page)).toContainText('1 file not uploaded');
  await row(page).getByRole('button', { name: 'View', exact: true }).click();
  const view = page.getByRole('dialog', { name: TITLE });
  await expect(view.getByText('site-plan.pdf')).toBeVisible();
  broken = false;
  await view.getByRole('button', { name: 'Retry aerial.jpg' }).click();
  await expect(view.getByRole('button', { name: 'View', exact: true })).toHaveCount(2);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    view.getByRole('button', { name: 'View', description: /aerial\.jpg/ }).click(),
  ]);
  await expect(tab).toHaveURL(/\/api\/jobs\/\d+\/attachments\/\d+$/);
  await tab.close();
  await view.getByRole('button', { name: 'Close' }).click();
  await expect(row(page)).toHaveCount(1);
  await expect(row(page)).not.toContainText('not uploaded');
});

test('[FORM-22, SECURE-19] a draft survives Escape, Back, a link and a reload, until it is discarded or the user signs out', async ({
  signedUp,
}) => {
  test.slow();
  const page = await signedUp(newUser('client', 'Ola Orchard'));
  const form = await openForm(page);
  const title = form.getByLabel('Job Title');
  await title.fill(TITLE);
  await drop(page, form.getByLabel('Description'), SITE_PLAN);
  await expect(form.getByText('site-plan.pdf')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Create New Job' }).first().click();
  await expect(title).toHaveValue(TITLE);
  await expect(form.getByText('Draft restored.')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await expect(title).toHaveValue(TITLE);
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(title).toHaveValue('');
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');

  await page.goto('/');
  const dashboard = page.getByRole('form', { name: 'Create Surveying Job' });
  await dashboard.getByLabel('Job Title').fill('Half a title');
  await page.getByRole('link', { name: 'Schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(dashboard.getByLabel('Job Title')).toHaveValue('Half a title');
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
  expect(await drafts()).toHaveLength(1);
  await page.getByRole('button', { name: /account|user menu/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await drafts()).toEqual([]);
  // By default, a browser opens a file that is dropped outside a target, in the same or a new tab.
  expect(page.context().pages()).toHaveLength(1);
});

test('[FORM-27] a posted job is scrolled to and highlighted, and the toast links to it', async ({
  signedUp,
}) => {
  const page = await signedUp(newUser('client', 'Ola Orchard'));
  await page.setViewportSize({ width: 1000, height: 500 });
  // By its deadline, the new job is in the middle of the list, far below the rendered rows.
  const me = await userView.validate(await (await page.request.get(paths.currentUser())).json());
  await writeManyJobs(process.env['DPS_DATABASE_URL'] ?? '', { clientId: me.id, pilotId: null, count: 120 });
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await fillJob(page, form, 'Site Survey');
  await form.getByLabel('Budget').fill('$1,250.50');
  await form.getByLabel('Deadline').fill(new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10));
  await form.getByRole('button', { name: 'Create Job' }).click();
  await expect(row(page)).toBeInViewport();
  await expect(row(page)).toContainText('$1,250.50');
  const highlights = () => row(page).evaluate((element) => element.getAnimations().length);
  expect(await highlights()).toBe(1);
  await page.getByRole('link', { name: 'View job' }).click();
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible();
});

test('a job is posted by keyboard alone', async ({ signedUp }) => {
  const page = await signedUp(newUser('client', 'Ola Orchard'));
  await page.goto('/jobs');
  const opener = page.getByRole('button', { name: 'Create New Job' }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await expect(form).toBeVisible();
  const { keyboard } = page;
  const next = () => keyboard.press('Tab');
  // The close button, then the title.
  await next();
  await next();
  await expect(form.getByLabel('Job Title')).toBeFocused();
  await keyboard.type(TITLE);
  await next();
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await expect(form.getByRole('combobox', { name: 'Survey Type' })).toContainText('Site Survey');
  await next();
  await keyboard.type('Every tree.');
  await next();
  await keyboard.type('Yakima, WA');
  await next();
  await keyboard.type('900');
  await next();
  await keyboard.type('06142031');
  const submit = page.getByRole('button', { name: 'Create Job' });
  await expect(submit).toBeEnabled();
  await expect(async () => {
    await next();
    await expect(submit).toBeFocused({ timeout: 200 });
  }).toPass();
  await keyboard.press('Enter');
  await expect(page.getByText('Job Created')).toBeVisible();
  await expect(row(page)).toContainText('Unassigned');
  await expect(opener).toBeFocused();
});
