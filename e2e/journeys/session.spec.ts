import type { Page } from '@playwright/test';
import { paths } from '@dps/contract';
import { fillSignIn } from '../support/entry.ts';
import { fillJobForm, userId } from '../support/jobs.ts';
import { openProfile } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';
import { demoAccount, newUser, signUp, type NewUser } from '../support/users.ts';

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Client Dashboard' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

async function expectSignInPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
}

test('Back before the response to Sign out leads to the sign-in page, with a spinner until then', async ({
  signedUp,
}) => {
  const page = await signedUp(newUser('client', 'Bella Back'));
  // The history has two page loads of the dashboard.
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(dashboard(page)).toBeVisible();
  }
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

test('[BROWSER-5] a browser without storage signs in, and its pages work', async ({ signedUp }) => {
  const client = newUser('client', 'Stella Storeless');
  const page = await signedUp(client);
  await page.context().clearCookies();
  await page.addInitScript(refuseOptionalParts);
  await page.goto('/login');
  await fillSignIn(page, client);
  await expect(dashboard(page)).toBeVisible();
  const title = 'Quarry without storage';
  const form = await fillJobForm(page, title);
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

test('if the session ends during a form, the form is sent after the password, and another account opens the page and shows nothing of the first user', async ({
  as,
}) => {
  const user = newUser('client', 'Ella Ended');
  const page = await as(user);
  const title = 'Bridge deck, crack survey';
  const form = await fillJobForm(page, title);
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Create Job' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByText(user.username)).toBeVisible();
  const password = dialog.getByLabel('Password', { exact: true });
  await password.fill('not-my-password');
  await password.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await password.fill(user.password);
  await password.press('Enter');
  await expect(page.getByText('Job created successfully!')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  await expect(page.getByText('Failed to create job')).toBeHidden();

  await page.context().clearCookies();
  // A request of the list may have opened the dialog before, which covers the link.
  await page.getByRole('link', { name: 'Schedule', includeHidden: true }).dispatchEvent('click');
  await dialog.getByRole('button', { name: 'Use another account' }).click();
  await expectSignInPage(page);
  await expect(page.getByText(user.name)).toBeHidden();
  await fillSignIn(page, demoAccount('pilot'));
  await expect(page).toHaveURL(/\/schedule$/);
  await expect(page.getByRole('complementary').getByText('Licensed Pilot')).toBeVisible();
  await expect(page.getByText(title)).toBeHidden();
});

const fullName = (page: Page) => page.getByLabel('Full Name');
const jobTitle = (page: Page) =>
  page.getByRole('form', { name: 'Create Surveying Job' }).getByLabel('Job Title');

async function expectBen(page: Page): Promise<void> {
  await expect(page.getByText('Signed in as Ben Second')).toBeVisible();
}

test('[SECURE-40, SECURE-41, SECURE-42, SECURE-43] a sign-out and another user reach all tabs at once, a tab that they do not reach writes nothing in the name of another user, and drafts stay those of their user', async ({
  open,
}) => {
  const third = await open();
  const ada = newUser('client', 'Ada First');
  const ben = newUser('client', 'Ben Second');
  await signUp(third.request, ben);
  await signUp(third.request, ada);
  const profile = await third.context().newPage();
  const deaf = await third.context().newPage();
  await deaf.addInitScript(() =>
    globalThis.addEventListener('storage', (event) => event.stopImmediatePropagation()),
  );
  await openProfile(profile);
  await fullName(profile).fill('Ada Renamed');
  await deaf.goto('/jobs?new=1');
  await fillJobForm(deaf, 'Roof of Ada');
  await third.goto('/');
  await expect(dashboard(third)).toBeVisible();
  const enter = async (user: NewUser) => {
    await signOut(third);
    await expectSignInPage(third);
    await expectSignInPage(profile);
    await fillSignIn(third, user);
    await expect(dashboard(third)).toBeVisible();
  };

  await enter(ben);
  await expect(fullName(profile)).toHaveValue('Ben Second');
  await expectBen(profile);
  await expect(profile.getByText('Draft restored.')).toBeHidden();

  await expect(jobTitle(deaf)).toHaveValue('Roof of Ada');
  const posted = deaf.waitForResponse(`**${paths.jobs()}`);
  await deaf.getByRole('button', { name: 'Create Job' }).click();
  expect((await posted).status()).toBe(409);
  await expect(jobTitle(deaf)).toHaveValue('');
  await expectBen(deaf);
  const jobs = await third.request.get(paths.clientJobs(await userId(third.request)));
  expect(await jobs.json()).toEqual([]);

  await enter(ada);
  await expect(fullName(profile)).toHaveValue('Ada Renamed');
  await third.goto('/jobs?new=1');
  await expect(jobTitle(third)).toHaveValue('Roof of Ada');
});
