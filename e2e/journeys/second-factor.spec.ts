import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../support/test.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { confirmChange, fillSignIn } from '../support/entry.ts';
import { newUser } from '../support/users.ts';

test('[FACTOR-10, FACTOR-2] a user confirms the password, sets up an authenticator app, and signs in with its code', async ({
  signedUp,
}) => {
  const user = newUser('client', 'Tova Two');
  const page = await signedUp(user);
  await page.goto('/security');
  await expect(page.getByText('Two-step verification is off.')).toBeVisible();
  await page.getByRole('button', { name: 'Set Up' }).click();
  await confirmChange(page, user);

  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'the secret').toEqual([]);
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  const code = (stepsFromNow: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + stepsFromNow * 30_000,
    });
  await page.getByLabel('Code of the app').fill(code(0));
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(page.getByText('Unused recovery codes: 10.')).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'the security page').toEqual([]);

  await page.context().clearCookies();
  await page.goto('/login');
  await fillSignIn(page, user);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect.soft(await accessibilityProblems(page), 'the second step').toEqual([]);
  await page.getByLabel('Code').fill(code(1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
});
