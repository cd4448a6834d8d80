import { accessibilityProblems } from '../support/accessibility.ts';
import { completedJob } from '../support/jobs.ts';
import { openPayment, payWith } from '../support/payments.ts';
import { expect, test } from '../support/test.ts';
import { newUser } from '../support/users.ts';

test('[PAYOUT-2, PAYOUT-3, PAYOUT-8, PAYOUT-11, PAYOUT-13, SHARE-4] a share waits until its pilot has set payouts up, and is then available', async ({
  signedIn,
  signedUp,
}) => {
  const title = 'Chimney scan';
  const client = await signedIn('client');
  const pilot = await signedUp(newUser('pilot', 'Pia Payout'));
  const id = await completedJob(client.request, pilot.request, title);
  await openPayment(client, title);
  await payWith(client, '4242424242424242');
  await expect(client.getByRole('link', { name: 'View receipt' })).toBeVisible();

  await pilot.goto('/payments');
  const payouts = pilot.getByRole('region', { name: 'Payouts' });
  await expect(payouts).toContainText('Waits for your payout account$875.35');
  await payouts.getByRole('button', { name: 'Set up payouts' }).click();
  await pilot.getByRole('button', { name: 'Complete the set-up' }).click();
  await expect(payouts).toContainText('Your payout account is ready');
  await expect(async () => {
    await pilot.reload();
    await expect(payouts).toContainText('Available$875.35');
  }).toPass();
  await expect(payouts).toContainText('No payouts yet');
  expect(await accessibilityProblems(pilot)).toEqual([]);
  await payouts.getByRole('button', { name: 'Open Stripe dashboard' }).click();
  await expect(pilot.getByRole('heading', { name: 'Payout dashboard' })).toBeVisible();
  await pilot.getByRole('button', { name: 'Back to the product' }).click();
  await expect(payouts).toContainText('Available$875.35');

  await pilot.goto(`/jobs?job=${id}`);
  await expect(pilot.getByRole('dialog', { name: title })).toContainText('At your payout account');
});
