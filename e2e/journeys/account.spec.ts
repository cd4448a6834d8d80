import type { Locator, Page } from '@playwright/test';
import { paths } from '@dps/contract';
import { expect, test } from '../support/test.ts';
import { confirmChange, fillSignup, signInAfterSignup, signUpOnScreen } from '../support/entry.ts';
import { accessibilityProblems, SIZES } from '../support/accessibility.ts';
import { AERIAL_PHOTO } from '../support/files.ts';
import { mailedLink } from '../support/mailed-link.ts';
import { demoAccount, newUser } from '../support/users.ts';
import { choosePicture, openProfile, picture } from '../support/profile.ts';

const username = (page: Page) => page.getByLabel('Username');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

test.describe('signing up', () => {
  test('a pilot signs up with flight hours, signs in, and finds them in the profile', async ({ open }) => {
    const page = await open();
    const user = newUser('pilot', 'Paula Props');
    await signUpOnScreen(page, user, '120.5');
    await expect(page.getByText('Account created!')).toBeVisible();
    await signInAfterSignup(page, user);
    await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
    await openProfile(page);
    await expect(page.getByText('120.5 hours')).toBeVisible();
    await expect(page.getByLabel('Email Address')).toHaveValue(user.email);
  });

  test('shows an error at the username field when the username is taken', async ({ open, signedUp }) => {
    const first = newUser('client', 'Fay First');
    await signedUp(first);
    const page = await open();
    await page.goto('/signup');
    await fillSignup(page, { ...newUser('client', 'Sue Second'), username: first.username.toUpperCase() });
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Signup failed')).toBeVisible();
    await expect(username(page)).toBeFocused();
    await expect(username(page)).toHaveAccessibleDescription('This username is already taken.');
    await expect(page).toHaveURL(/\/signup$/);
  });
});

test.describe('signing in', () => {
  test('with a demo account takes one click and Enter', async ({ open }) => {
    const page = await open();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Use client demo' }).click();
    await expect(username(page)).toHaveValue('demo_client');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  });

  test('works by keyboard alone', async ({ open }) => {
    const page = await open();
    const account = demoAccount('pilot');
    await page.goto('/login');
    await expect(username(page)).toBeVisible();
    while (!(await username(page).evaluate((field) => field === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type(account.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(account.password);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(signIn(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  });

  for (const [what, hasEvents] of [
    ['a password manager', true],
    ['a password manager that dispatches no event', false],
  ] as const)
    test(`[LOGIN-18] works with ${what}`, async ({ open }) => {
      const page = await open();
      await page.goto('/login');
      await username(page).focus();
      await page.evaluate(
        ({ account, dispatches }) => {
          const form = document.querySelector('form');
          const fill = (autocomplete: string, value: string) => {
            const field = form?.querySelector<HTMLInputElement>(`input[autocomplete="${autocomplete}"]`);
            if (!field) throw new Error(`No field for ${autocomplete}`);
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
            if (!dispatches) return;
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
          };
          fill('username', account.username);
          fill('current-password', account.password);
        },
        { account: demoAccount('pilot'), dispatches: hasEvents },
      );
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
    });

  test('shows the waiting time after too many attempts', async ({ open }) => {
    const page = await open();
    const { username: name } = newUser('pilot', 'Tom Toomany');
    await page.goto('/login');
    const guess = { username: name, password: 'not-it-at-all' };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await page.request.post(paths.login(), {
        data: guess,
        headers: { origin: new URL(page.url()).origin },
      });
      expect(response.status()).toBe(401);
    }
    await username(page).fill(guess.username);
    await password(page).fill(guess.password);
    await signIn(page).click();
    await expect(page.getByRole('note')).toHaveText(/^Too many attempts\. Try again in 1[45] minutes\./);
  });
});

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
  const mail = page.getByRole('listitem').filter({ hasText: user.email }).getByRole('link');
  await expect(async () => {
    await page.goto('/mailbox');
    await expect(mail).toHaveText('Choose a new password', { timeout: 100 });
  }).toPass();
  await mail.click();
  await page.getByRole('link', { name: '/reset-password#' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  const changed = { ...user, password: 'battery staple 5' };
  await page.getByLabel('New Password', { exact: true }).fill(changed.password);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(changed.password);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await username(page).fill(changed.username);
  await password(page).fill(changed.password);
  await signIn(page).click();
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
  const save = page.getByRole('button', { name: 'Save Changes' });
  await email.fill(`typo.${user.email}`);
  await save.click();
  await confirmChange(page, user);
  const notice = page.getByRole('note').filter({ hasText: 'becomes your address' });
  await expect(notice).toContainText(`typo.${user.email}`);
  await expect(email).toHaveValue(user.email);
  await page.getByRole('button', { name: 'Cancel Change' }).click();
  await expect(notice).toBeHidden();
  await expect(email).toBeFocused();
  await email.fill(next);
  await save.click();
  await confirmChange(page, user);
  await expect(notice).toContainText(next);
  expect(await accessibilityProblems(page)).toEqual([]);

  const { origin } = new URL(page.url());
  const other = await open();
  const link = await mailedLink(origin, next);
  // Some mail programs encode the link, and end it where a line ends.
  await other.goto(link.replace(/#.*/, ''));
  await expect(other.getByText(/^This link is incomplete\./)).toBeVisible();
  await other.goto(`${link.replace('#', '%23')}.%0D%0A`);
  await expect(other).toHaveURL(/\/confirm-email$/);
  await other.getByRole('link', { name: 'Sign In to Confirm' }).click();
  await username(other).fill(user.username);
  await password(other).fill(user.password);
  await signIn(other).click();
  await expect(other).toHaveURL(/\/confirm-email$/);
  await other.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(other.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  expect(await accessibilityProblems(other)).toEqual([]);
  await page.reload();
  await expect(email).toHaveValue(next);
  await expect(notice).toHaveCount(0);
  await expect(async () => {
    await other.goto('/mailbox');
    const reports = other.getByRole('listitem').filter({ hasText: `To ${user.email} ` });
    await expect(reports.getByRole('link', { name: 'Your email address was changed' })).toBeVisible({
      timeout: 100,
    });
  }).toPass();
  expect(await accessibilityProblems(other)).toEqual([]);

  const previous = await open();
  await previous.goto(await mailedLink(origin, user.email));
  await expect(previous).toHaveURL(/\/restore-account$/);
  expect(await accessibilityProblems(previous)).toEqual([]);
  const restored = { ...user, password: 'battery staple 6' };
  await previous.getByLabel('New Password', { exact: true }).fill(restored.password);
  await previous.getByLabel('Confirm New Password', { exact: true }).fill(restored.password);
  await previous.getByRole('button', { name: 'Restore Account' }).click();
  await expect(previous).toHaveURL(/\/login$/);
  await username(previous).fill(restored.username);
  await password(previous).fill(restored.password);
  await signIn(previous).click();
  await expect(previous.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  await openProfile(previous);
  await expect(previous.getByLabel('Email Address')).toHaveValue(user.email);
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

/** Returns the distance of an element from the top of the page, independent of scrolling. */
const distanceFromTop = (part: Locator) =>
  part.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);

test('validation errors do not shift the layout', async ({ open }) => {
  const page = await open();
  for (const { path, send, errors } of FORMS) {
    await page.goto(path);
    const button = page.getByRole('button', { name: send, exact: true });
    await expect(button).toBeVisible();
    const before = await distanceFromTop(button);
    await button.click();
    for (const message of errors) await expect(page.getByText(message, { exact: true })).toBeVisible();
    expect(await distanceFromTop(button)).toBe(before);
  }
});

test('[ACCESSIBILITY-5] form errors and a pending upload have no accessibility problems on a phone and on a desktop', async ({
  open,
  signedUp,
}) => {
  test.slow();
  const expectClean = async (page: Page, state: string) => {
    for (const { name, width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      expect.soft(await accessibilityProblems(page), `${state} on ${name}`).toEqual([]);
    }
  };
  const guest = await open();
  for (const { path, send, errors } of FORMS) {
    await guest.goto(path);
    await guest.getByRole('button', { name: send, exact: true }).click();
    for (const message of errors) await expect(guest.getByText(message, { exact: true })).toBeVisible();
    await expectClean(guest, path);
  }
  const page = await signedUp(newUser('pilot', 'Axel Axe'));
  await openProfile(page);
  await page.getByLabel('Full Name').fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expectClean(page, 'errors');
  await page.route(`**${paths.profileImage()}`, () => {});
  await choosePicture(page, AERIAL_PHOTO);
  await expect(picture(page.getByRole('main'), 'blob:')).toBeVisible();
  await expectClean(page, 'a pending upload');
});
