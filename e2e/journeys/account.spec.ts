import type { Locator, Page } from '@playwright/test';
import { paths } from '@dps/shared-contracts';
import { expect, test } from '../support/test.ts';
import { fillSignup, signInAfterSignup, signUpOnScreen } from '../support/entry.ts';
import { faults, SIZES } from '../support/accessibility.ts';
import { AERIAL_PHOTO } from '../support/files.ts';
import { demoAccount, newUser } from '../support/users.ts';
import { choosePicture, openProfile, picture } from '../support/profile.ts';

const username = (page: Page) => page.getByLabel('Username');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in' });

test.describe('signing up', () => {
  test('a pilot signs up with flight hours, signs in, and finds them in the profile', async ({ open }) => {
    const page = await open();
    const person = newUser('pilot', 'Paula Props');
    await signUpOnScreen(page, person, '120.5');
    await expect(page.getByText('Account created!')).toBeVisible();
    await signInAfterSignup(page, person);
    await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
    await openProfile(page);
    await expect(page.getByText('120.5 hours')).toBeVisible();
    await expect(page.getByLabel('Email Address')).toHaveValue(person.email);
  });

  test('shows an error at the username field when the username is taken', async ({ open, as }) => {
    const first = newUser('client', 'Fay First');
    await as(first);
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

  test('works for a password manager, which types nothing', async ({ open }) => {
    const page = await open();
    await page.goto('/login');
    await expect(username(page)).toBeVisible();
    await page.evaluate((account) => {
      const form = document.querySelector('form');
      const fill = (autocomplete: string, value: string) => {
        const field = form?.querySelector<HTMLInputElement>(`input[autocomplete="${autocomplete}"]`);
        if (!field) throw new Error(`No field for ${autocomplete}`);
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      };
      fill('username', account.username);
      fill('current-password', account.password);
      form?.requestSubmit();
    }, demoAccount('pilot'));
    await expect(page.getByRole('heading', { name: 'Pilot Dashboard' })).toBeVisible();
  });

  test('says after too many attempts how long to wait', async ({ open }) => {
    const page = await open();
    const { username: name } = newUser('pilot', 'Tom Toomany');
    await page.goto('/login');
    const guess = { username: name, password: 'not-it-at-all' };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const answer = await page.request.post(paths.login(), {
        data: guess,
        headers: { origin: new URL(page.url()).origin },
      });
      expect(answer.status()).toBe(401);
    }
    await username(page).fill(guess.username);
    await password(page).fill(guess.password);
    await signIn(page).click();
    await expect(page.getByRole('note')).toHaveText(/^Too many attempts\. Try again in 1[45] minutes\./);
  });
});

const FORMS = [
  { path: '/login', send: 'Sign in', wrong: ['Username is required', 'Password is required'] },
  {
    path: '/signup',
    send: 'Create Account',
    wrong: ['Name is required', 'Invalid email address', 'Choose Drone Pilot or Client'],
  },
];

/** How far down its page something stands, wherever the page is scrolled to. */
const place = (part: Locator) =>
  part.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);

test('nothing moves when a form says what is wrong', async ({ open }) => {
  const page = await open();
  for (const { path, send, wrong } of FORMS) {
    await page.goto(path);
    const button = page.getByRole('button', { name: send });
    await expect(button).toBeVisible();
    const before = await place(button);
    await button.click();
    for (const words of wrong) await expect(page.getByText(words, { exact: true })).toBeVisible();
    expect(await place(button)).toBe(before);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, width, height } of SIZES) {
    test(`axe finds nothing where forms are wrong and pictures on their way, on ${name}, ${colorScheme}`, async ({
      open,
      as,
    }) => {
      test.slow();
      const look = async (page: Page) => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      };
      const guest = await open();
      await look(guest);
      for (const { path, send, wrong } of FORMS) {
        await guest.goto(path);
        await guest.getByRole('button', { name: send }).click();
        for (const words of wrong) await expect(guest.getByText(words, { exact: true })).toBeVisible();
        expect.soft(await faults(guest), path).toEqual([]);
      }
      const page = await as(newUser('pilot', 'Axel Axe'));
      await look(page);
      await openProfile(page);
      await page.getByLabel('Full Name').fill('');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
      expect.soft(await faults(page), 'errors').toEqual([]);
      await page.route(`**${paths.profileImage()}`, () => {});
      await choosePicture(page, AERIAL_PHOTO);
      await expect(picture(page.getByRole('main'), 'blob:')).toBeVisible();
      expect.soft(await faults(page), 'a picture on its way').toEqual([]);
    });
  }
}
