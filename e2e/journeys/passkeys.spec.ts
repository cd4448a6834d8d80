import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { confirmChange } from '../support/entry.ts';
import { newUser, type NewUser } from '../support/users.ts';

/** Adds an authenticator of the device, which verifies its user without a prompt. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the user passes the check of the device. */
    verifyUser: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function enterPassword(page: Page, { username, password }: NewUser): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
}

test('[PASSKEY-2, PASSKEY-5, PASSKEY-6, PASSKEY-7, PASSKEY-8] a user adds a passkey, signs in with it alone and as second factor, and removes it', async ({
  signedUp,
}) => {
  const user = newUser('client', 'Pia Passkey');
  const page = await signedUp(user);
  const authenticator = await addAuthenticator(page);
  const dashboard = page.getByRole('heading', { name: 'Client Dashboard' });
  const visitLogin = async () => {
    await page.context().clearCookies();
    await page.goto('/login');
  };

  await page.goto('/security');
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await confirmChange(page, user);
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(page.getByText('On with your passkeys. Unused recovery codes: 10.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirmation.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByText('This device already has a passkey of your account.')).toBeVisible();
  // In a window of its own: the check would remove the authenticator of the window.
  const other = await page.context().newPage();
  await other.goto('/security');
  await expect(other.getByRole('table', { name: 'Passkeys' })).toBeVisible();
  expect(await accessibilityProblems(other)).toEqual([]);
  await other.close();

  await visitLogin();
  const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await authenticator.verifyUser(false);
  await withPasskey.click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used.');
  await authenticator.verifyUser(true);
  await withPasskey.click();
  await expect(dashboard).toBeVisible();

  await visitLogin();
  await enterPassword(page, user);
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(dashboard).toBeVisible();

  await page.goto('/security');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await confirmation.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await expect(page.getByText('Two-step verification is off.')).toBeVisible();
  await visitLogin();
  await withPasskey.click();
  await expect(page.getByRole('alert')).toContainText('This passkey is not recognized.');
});
