import type { Page } from '@playwright/test';
import { paths, userView } from '@dps/contract';
import { openProfile } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';
import { newUser, signIn, signUp, type NewUser } from '../support/users.ts';

test('[PROFILE-3] the profile shows its own loading text while its user and its module load', async ({
  open,
}) => {
  const page = await open();
  await signUp(page.request, newUser('pilot', 'Lola Loading'));
  const user = Promise.withResolvers<void>();
  const module = Promise.withResolvers<void>();
  await page.route(`**${paths.currentUser()}`, async (route) => {
    await user.promise;
    await route.continue();
  });
  await page.route('**/modules/account/**', async (route) => {
    await module.promise;
    await route.continue();
  });
  await page.goto('/profile', { waitUntil: 'commit' });
  await expect(page.getByText('Loading profile...')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  user.resolve();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByText('Loading profile...')).toBeVisible();
  module.resolve();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await expect(page.getByText('Loading profile...')).toBeHidden();
});

/** Counts the requests for the current user that a page makes from now on. */
function countSessionRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === paths.currentUser()) count += 1;
  });
  return () => count;
}

test('a signed-out visit to the dashboard requests the current user once', async ({ open }) => {
  const page = await open();
  const requests = countSessionRequests(page);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests()).toBe(1);
});

test('[ROUTE-13] a signed-in visit to the dashboard requests the current user once', async ({ open }) => {
  const page = await open();
  await signUp(page.request, newUser('pilot', 'Olga Once'));
  const requests = countSessionRequests(page);
  // The last request of the page. It has no end, so the network does not become idle.
  const stream = page.waitForRequest(`**${paths.events()}`);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  await stream;
  expect(requests()).toBe(1);
});

/** Opens the dashboard twice, by `/login` and then by `/signup`: the history has two page loads of `/`. */
async function dashboardLoadedTwice(page: Page): Promise<void> {
  await signUp(page.request, newUser('pilot', 'Bella Back'));
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'User menu' }).click();
}
const signOut = (page: Page) => page.getByRole('menuitem', { name: 'Sign out' }).click();

async function expectSignInPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
}

test('Back before the response to Sign out leads to the sign-in page, with a spinner until then', async ({
  open,
}) => {
  const page = await open();
  await dashboardLoadedTwice(page);
  const response = Promise.withResolvers<void>();
  await page.route(`**${paths.logout()}`, async (route) => {
    await response.promise;
    // The page that sent the first request has unloaded.
    await route.continue().catch(() => undefined);
  });
  const sent = page.waitForRequest(`**${paths.logout()}`);
  await signOut(page);
  await sent;
  const repeated = page.waitForRequest(`**${paths.logout()}`);
  await page.goBack({ waitUntil: 'commit' });
  await repeated;
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  response.resolve();
  await expectSignInPage(page);
});

test('Back before the sign-in page is drawn leads to it, with a spinner until then', async ({ open }) => {
  const page = await open();
  await dashboardLoadedTwice(page);
  const modules = Promise.withResolvers<void>();
  await page.route('**/modules/account/**', async (route) => {
    await modules.promise;
    await route.continue();
  });
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  modules.resolve();
  await expectSignInPage(page);
});

/** Makes the parts of a browser fail that its settings, a private window or an insecure origin can refuse. */
function refuseOptionalParts(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const refuseAll = (owner: object, names: readonly string[]) => {
    for (const name of names) Object.defineProperty(owner, name, { configurable: true, get: refuse });
  };
  refuseAll(globalThis, [
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'caches',
    'BroadcastChannel',
    'FontFace',
  ]);
  refuseAll(Navigator.prototype, ['locks', 'serviceWorker', 'clipboard', 'geolocation', 'storage']);
  refuseAll(Crypto.prototype, ['randomUUID', 'subtle']);
}

async function fillSignIn(page: Page, { username, password }: NewUser): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('[BROWSER-5] a browser without storage signs in, and its pages work', async ({ open }) => {
  const page = await open();
  const client = newUser('client', 'Stella Storeless');
  await signUp(page.request, client);
  await page.context().clearCookies();
  await page.addInitScript(refuseOptionalParts);
  await fillSignIn(page, client);
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  const title = 'Quarry without storage';
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await form.getByLabel('Job Title').fill(title);
  await form.getByLabel('Description').fill('All faces, from the rim.');
  await form.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: 'Site Survey' }).click();
  await form.getByLabel('Location').fill('Waco, TX');
  await form.getByLabel('Budget').fill('900');
  await form.getByLabel('Deadline').fill('2031-05-02');
  await form.getByRole('button', { name: 'Create Job' }).click();
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  for (const [link, heading] of [
    ['Schedule', 'Schedule'],
    ['Jobs', 'Posted Jobs'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
});

test('[BROWSER-6] a browser that keeps no cookies reads the reason after the sign-in', async ({ open }) => {
  const page = await open();
  const pilot = newUser('pilot', 'Carl Cookieless');
  await signUp(page.request, pilot);
  await page.context().clearCookies();
  await page.route('**/api/auth/login', async (route) => {
    const response = await route.fetch();
    await page.context().clearCookies();
    const { 'set-cookie': _dropped, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await fillSignIn(page, pilot);
  const reason = 'This browser blocks cookies. Allow cookies for this site to sign in.';
  await expect(page.getByRole('note')).toContainText(reason);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Username')).toHaveValue(pilot.username);
});

async function signInOnPage(page: Page, { username, password, role }: NewUser): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const heading = role === 'client' ? 'Client Dashboard' : 'Pilot Dashboard';
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
}
async function signOutOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await signOut(page);
  await expectSignInPage(page);
}

const fullName = (page: Page) => page.getByLabel('Full Name');
const jobTitle = (page: Page) =>
  page.getByRole('form', { name: 'Create Surveying Job' }).getByLabel('Job Title');
const person = (page: Page, name: string) => page.getByRole('complementary').getByText(name);

async function openJobForm(page: Page): Promise<void> {
  await page.goto('/jobs');
  await page.getByRole('button', { name: 'Create New Job' }).first().click();
  await expect(jobTitle(page)).toBeVisible();
}
/** Fills every required field of the job form. */
async function fillJobForm(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await jobTitle(page).fill('Roof of Ada');
  await form.getByLabel('Description').fill('Every tile.');
  await form.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: 'Mapping' }).click();
  await form.getByLabel('Location').fill('Yakima, WA');
  await form.getByLabel('Budget').fill('900');
  await form.getByLabel('Deadline').fill('2031-06-14');
}

/** Two tabs of Ada with unsent input, and a third one on the dashboard. The browser has accounts of Ada and Ben. */
async function threeTabs(third: Page, prepare: (tab: Page) => Promise<unknown> = async () => undefined) {
  const ada = newUser('client', 'Ada First');
  const ben = newUser('client', 'Ben Second');
  await signUp(third.request, ben);
  await signUp(third.request, ada);
  const profile = await third.context().newPage();
  const jobs = await third.context().newPage();
  for (const tab of [profile, jobs]) await prepare(tab);
  await openProfile(profile);
  await fullName(profile).fill('Ada Renamed');
  await openJobForm(jobs);
  await fillJobForm(jobs);
  await third.goto('/');
  await expect(third.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  return { ada, ben, profile, jobs };
}

async function expectDraftsOfAda(page: Page): Promise<void> {
  await openProfile(page);
  await expect(page.getByText('Draft restored.')).toBeVisible();
  await expect(fullName(page)).toHaveValue('Ada Renamed');
  await openJobForm(page);
  await expect(jobTitle(page)).toHaveValue('Roof of Ada');
}

test('[SECURE-42, SECURE-43] a sign-out and the sign-in of another user reach all tabs at once, and drafts stay those of their user', async ({
  open,
}) => {
  const third = await open();
  const { ada, ben, profile, jobs } = await threeTabs(third);
  await signOutOnPage(third);
  for (const tab of [profile, jobs]) await expectSignInPage(tab);
  await signInOnPage(third, ben);
  await expect(fullName(profile)).toHaveValue('Ben Second');
  await expect(profile.getByText('Signed in as Ben Second')).toBeVisible();
  await expect(jobTitle(jobs)).toHaveValue('');
  await expect(jobs.getByText('Signed in as Ben Second')).toBeVisible();
  for (const tab of [profile, jobs]) await expect(tab.getByText('Draft restored.')).toBeHidden();
  await signOutOnPage(third);
  await signInOnPage(third, ada);
  await expectDraftsOfAda(third);
});

test('[SECURE-40, SECURE-41] a page that shows the last user writes nothing in the name of another one', async ({
  open,
}) => {
  const third = await open();
  const { ada, ben, profile, jobs } = await threeTabs(third, (tab) =>
    tab.addInitScript(() =>
      globalThis.addEventListener('storage', (event) => event.stopImmediatePropagation()),
    ),
  );
  await signOutOnPage(third);
  await signInOnPage(third, ben);
  await expect(fullName(profile)).toHaveValue('Ada Renamed');

  const saved = profile.waitForResponse(`**${paths.profile()}`);
  await profile.getByRole('button', { name: 'Save Changes' }).click();
  expect((await saved).status()).toBe(409);
  await expect(fullName(profile)).toHaveValue('Ben Second');
  await expect(profile.getByText('Signed in as Ben Second')).toBeVisible();

  const posted = jobs.waitForResponse(`**${paths.jobs()}`);
  await jobs.getByRole('button', { name: 'Create Job' }).click();
  expect((await posted).status()).toBe(409);
  await expect(jobTitle(jobs)).toHaveValue('');
  await expect(jobs.getByText('Signed in as Ben Second')).toBeVisible();

  const current = await userView.validate(await (await third.request.get(paths.currentUser())).json());
  expect(current.name).toBe('Ben Second');
  expect(await (await third.request.get(paths.clientJobs(current.id))).json()).toEqual([]);
  await signOutOnPage(third);
  await signInOnPage(third, ada);
  await expectDraftsOfAda(third);
});

test('[SECURE-44] a page of the last user signs no other user out', async ({ open }) => {
  const page = await open();
  const other = newUser('client', 'Ben Second');
  await signUp(page.request, other);
  await signUp(page.request, newUser('client', 'Ada First'));
  await page.goto('/');
  await expect(person(page, 'Ada First')).toBeVisible();
  await signIn(page.request, other);
  await page.getByRole('button', { name: 'User menu' }).click();
  await signOut(page);
  await expect(person(page, 'Ben Second')).toBeVisible();
  expect((await page.request.get(paths.currentUser())).status()).toBe(200);
});

for (const [path, heading] of [
  ['/jobs', 'Jobs'],
  ['/payments', 'Payments'],
] as const) {
  test(`[ROUTE-12] a failed check of the session keeps the page ${path}, and Retry shows it`, async ({
    open,
  }) => {
    const page = await open();
    await signUp(page.request, newUser('pilot', 'Rita Retry'));
    const failure = { statusCode: 503, code: 'unavailable', message: 'Busy.', requestId: 'r-1' };
    const currentUser = `**${paths.currentUser()}`;
    await page.route(currentUser, (route) => route.fulfill({ status: 503, json: failure }));
    await page.goto(path);
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(retry).toBeVisible();
    await expect(page).toHaveURL(path);
    await page.unroute(currentUser);
    await retry.click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
  });
}
