import type { Page } from '@playwright/test';
import { paths } from '@dps/contract';
import { expect, test } from '../support/test.ts';
import { confirmChange, fillSignup, fillSignIn, signInAfterSignup } from '../support/entry.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { AERIAL_PHOTO } from '../support/files.ts';
import { press } from '../support/keyboard.ts';
import { mailedLink } from '../support/mailed-link.ts';
import { newUser, type NewUser } from '../support/users.ts';
import { choosePicture, openProfile, picture } from '../support/profile.ts';

test('[WELCOME-1, WELCOME-2, WELCOME-3, FIRST-1] a visitor learns what the product is, signs up, and completes a first step', async ({
  open,
}) => {
  const page = await open();
  await page.setViewportSize({ width: 360, height: 740 });
  const user = newUser('pilot', 'Nell Newcomer');
  // Only signed-out visitors of a protected page are redirected. Its address remains for the sign-in.
  await page.goto('/jobs?status=paid');
  await expect(page).toHaveURL(/\/login$/);
  await press(page.getByRole('link', { name: 'What is Drone Pilot Surveys?' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drone surveys, from job to receipt');
  await press(page.getByRole('link', { name: 'Create account' }).first());
  await fillSignup(page, user, '12.5');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signInAfterSignup(page, user);
  await expect(page).toHaveURL(/\/jobs\?status=paid$/);

  await page.goto('/');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 6 done')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press(steps.getByRole('link', { name: 'Complete your profile' }));
  await expect(page.getByText('12.5 hours')).toBeVisible();
  await choosePicture(page, AERIAL_PHOTO);
  await expect(page.getByText('Profile picture updated successfully!')).toBeVisible();
  await page.goto('/');
  await expect(steps.getByText('1 of 6 done')).toBeVisible();
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.getByText('No jobs yet')).toBeVisible();
  await expect(steps).toBeHidden();
  for (const place of [page.getByRole('banner'), page.getByRole('complementary')])
    await expect(picture(place, 'data:image/webp')).toBeVisible();
});

/** Fills the sign-in form as a password manager that dispatches no event, and presses Enter. */
async function signInByManager(page: Page, { username, password }: NewUser): Promise<void> {
  await page.getByLabel('Username').focus();
  await page.evaluate(
    (values) => {
      for (const [autocomplete, value] of values) {
        const field = document.querySelector<HTMLInputElement>(`form input[autocomplete="${autocomplete}"]`);
        if (!field) throw new Error(`No field for ${autocomplete}`);
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      }
    },
    [
      ['username', username],
      ['current-password', password],
    ] as const,
  );
  await page.keyboard.press('Enter');
}

test('[LOGIN-18, ROUTE-13, WELCOME-4] a password manager opens the requested page, each load reads the user once, and signing out ends the session', async ({
  signedUp,
}) => {
  const user = newUser('client', 'Dana Deep');
  const page = await signedUp(user);
  await page.context().clearCookies();
  await page.goto('/schedule');
  await expect(page).toHaveURL(/\/login$/);
  await signInByManager(page, user);
  await expect(page).toHaveURL(/\/schedule$/);
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible();

  const reads: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === paths.currentUser()) reads.push(request.url());
  });
  // The last request of the page.
  const stream = page.waitForRequest(`**${paths.events()}`);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  await stream;
  expect(reads).toHaveLength(1);

  await page.goto('/welcome');
  await expect(page.getByRole('heading', { name: 'How a job runs' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

/** Types a new password twice, and sends it. */
async function choosePassword(page: Page, password: string, send: string): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: send }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test('[RESET-2, RESET-4, RESET-5] a forgotten password is replaced by the link of a mail', async ({
  open,
  signedUp,
}) => {
  const user = newUser('client', 'Mia Mail');
  await signedUp(user);
  const page = await open();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.goto(await mailedLink(new URL(page.url()).origin, user.email, 'reset-password'));
  await expect(page).toHaveURL(/\/reset-password$/);
  const changed = { ...user, password: 'battery staple 5' };
  await choosePassword(page, changed.password, 'Change Password');
  await fillSignIn(page, changed);
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
});

test('[RESET-18, EMAIL-9, EMAIL-10, EMAIL-22] a new address is confirmed after a sign-in, and the previous address restores the account', async ({
  open,
  signedUp,
}) => {
  const user = newUser('client', 'Nora Next');
  const next = `next.${user.email}`;
  const page = await signedUp(user);
  await openProfile(page);
  const email = page.getByLabel('Email Address');
  await email.fill(next);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await confirmChange(page, user);
  const notice = page.getByRole('note').filter({ hasText: 'becomes your address' });
  await expect(notice).toContainText(next);
  await expect(email).toHaveValue(user.email);
  expect(await accessibilityProblems(page)).toEqual([]);

  const { origin } = new URL(page.url());
  const other = await open();
  const link = await mailedLink(origin, next);
  // Some mail programs encode the link, and end it where a line ends.
  await other.goto(`${link.replace('#', '%23')}.%0D%0A`);
  await expect(other).toHaveURL(/\/confirm-email$/);
  await other.getByRole('link', { name: 'Sign In to Confirm' }).click();
  await fillSignIn(other, user);
  await other.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(other.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  expect(await accessibilityProblems(other)).toEqual([]);
  await page.reload();
  await expect(email).toHaveValue(next);
  await expect(notice).toHaveCount(0);

  await other.context().clearCookies();
  await other.goto(await mailedLink(origin, user.email, 'restore-account'));
  await expect(other).toHaveURL(/\/restore-account$/);
  expect(await accessibilityProblems(other)).toEqual([]);
  const restored = { ...user, password: 'battery staple 6' };
  await choosePassword(other, restored.password, 'Restore Account');
  await fillSignIn(other, restored);
  await expect(other.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  await openProfile(other);
  await expect(other.getByLabel('Email Address')).toHaveValue(user.email);
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
});

const FORMS = [
  { path: '/login', send: 'Sign in', errors: ['Username is required', 'Password is required'] },
  {
    path: '/signup',
    send: 'Create Account',
    errors: ['Name is required', 'Invalid email address', 'Choose Drone Pilot or Client'],
  },
];

test('[ACCESSIBILITY-5] errors of forms do not shift the layout, and they and a pending upload have no accessibility problems', async ({
  open,
  signedIn,
}) => {
  const guest = await open({ viewport: { width: 360, height: 740 } });
  for (const { path, send, errors } of FORMS) {
    await guest.goto(path);
    const button = guest.getByRole('button', { name: send, exact: true });
    const distanceFromTop = () =>
      button.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    const before = await distanceFromTop();
    await button.click();
    for (const message of errors) await expect(guest.getByText(message, { exact: true })).toBeVisible();
    expect(await distanceFromTop()).toBe(before);
    expect.soft(await accessibilityProblems(guest), path).toEqual([]);
  }
  const page = await signedIn('pilot');
  await openProfile(page);
  await page.getByLabel('Full Name').fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.route(`**${paths.profileImage()}`, () => {});
  await choosePicture(page, AERIAL_PHOTO);
  await expect(picture(page.getByRole('main'), 'blob:')).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'an error and a pending upload').toEqual([]);
});
