import type { Page } from '@playwright/test';
import { recordPage } from '../support/recorded-page.ts';
import { moduleFiles, shellFiles } from '../support/release-kinds.ts';
import { expect, test, type ReleaseEnvironment, type Versions } from '../support/release-environment.ts';

let environment: ReleaseEnvironment;
/** Versions of the releases to fall back to, and of those that have them. */
let previous: Versions;
let current: Versions;

test.beforeAll(async ({ environment: own }) => {
  environment = own;
  current = await environment.active();
  previous = await environment.publishPrevious();
  // The shell is last: no module that needs its contract is promoted over the previous one.
  for (const name of ['jobs', 'shell']) {
    await environment.release(`rollback ${name} --to ${previous[name]}`);
    await environment.release(`promote ${name} ${current[name]}`);
  }
});
test.afterAll(() => environment.restore());

/** Replaces the first space of each response for the files with a tab. A script would still run. */
async function corrupt(page: Page, addresses: readonly string[] | undefined): Promise<void> {
  if (!addresses) throw new Error('No release has files of this kind');
  await page.route(
    ({ pathname }) => addresses.includes(pathname),
    async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      const space = body.indexOf(' ');
      if (space < 0) throw new Error('There is no space to change');
      body[space] = 0x09;
      await route.fulfill({ response, body });
    },
  );
}

const refused = (errors: readonly string[], base: string) =>
  errors.filter((each) => /digest.+'integrity'/.test(each) && each.includes(base));

test('a corrupt module file does not run, and the last good release replaces it', async ({ pageOf }) => {
  const page = await pageOf('client');
  const { versions, errors } = recordPage(page);
  const files = await moduleFiles(environment, 'jobs', current['jobs'] ?? '');
  for (const kind of ['entry', 'expose', 'page', 'common', 'lazy'] as const)
    await test.step(kind, async () => {
      versions.clear();
      errors.length = 0;
      await page.goto('/profile');
      await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
      await corrupt(page, files.get(kind));
      await page.getByRole('link', { name: 'Jobs', exact: true }).click();
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Edit Job' }).getByLabel('Job Title')).toBeVisible();
      expect([...(versions.get('jobs') ?? [])]).toContain(previous['jobs']);
      expect(refused(errors, '/modules/jobs/')).not.toEqual([]);
      await page.unrouteAll({ behavior: 'wait' });
    });
});

for (const kind of ['main', 'core', 'user', 'lazy'] as const)
  test(`a corrupt shell file (${kind}) does not run, and the page works`, async ({ pageOf }) => {
    const page = await pageOf('pilot');
    const { versions, errors } = recordPage(page);
    const files = await shellFiles(environment, current['shell'] ?? '');
    await corrupt(page, files.get(kind));
    await page.goto('/browse-jobs');
    await expect(page.getByRole('article').first()).toContainText('$');
    await expect.poll(() => refused(errors, '/shell/')).not.toEqual([]);
    // The page needs no lazy part, and no other shell for it.
    const running = kind === 'lazy' ? [current['shell']] : [current['shell'], previous['shell']];
    expect([...(versions.get('shell') ?? [])]).toEqual(running);
    // A chunk that loads in advance may still be on its way.
    await page.unrouteAll({ behavior: 'wait' });
  });

test('without a working shell, an error offers a reload', async ({ pageOf }) => {
  const page = await pageOf('pilot');
  const shells = [current, previous].map((each) => shellFiles(environment, each['shell'] ?? ''));
  await corrupt(
    page,
    (await Promise.all(shells)).flatMap((files) => files.get('main') ?? []),
  );
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('could not start');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
});

test('[SECURE-34] a script of another origin does not run through import()', async ({ pageOf }) => {
  const page = await pageOf('pilot');
  await page.route('https://cdn.example/map.js', (route) =>
    route.fulfill({
      body: 'document.title = "ran"',
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.goto('/no/such/page');
  const outcome = `import('https://cdn.example/map.js').then(() => 'ran', () => 'refused')`;
  expect(await page.evaluate(outcome)).toBe('refused');
});
