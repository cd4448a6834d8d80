import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { readJob } from './jobs.ts';

/** Waits until the API reports a job as paid. */
export async function expectPaid(request: APIRequestContext, id: number): Promise<void> {
  await expect.poll(async () => (await readJob(request, id)).status).toBe('paid');
}

/** Returns the number of successful charges of a job in the payment sandbox. */
export async function chargesOf(request: APIRequestContext, id: number): Promise<number> {
  const { payment } = await readJob(request, id);
  const { DPS_SANDBOX_URL: sandbox, DPS_SANDBOX_KEY: key } = process.env;
  const response = await request.get(`${sandbox}/v1/charges?payment_intent=${payment?.transactionId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const charges: unknown = await response.json();
  if (!isList(charges)) throw new Error('The payment sandbox returned no list');
  return charges.data.filter((charge) => JSON.stringify(charge).includes('"status":"succeeded"')).length;
}

function isList(value: unknown): value is { data: unknown[] } {
  return typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
}

/** Opens the payment of a job from the client's list. */
export async function openPayment(page: Page, title: string): Promise<void> {
  await page.goto('/jobs');
  await page.getByRole('row').filter({ hasText: title }).getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Complete payment for this drone surveying job')).toBeVisible();
}

/** Fills in the provider's form and pays. */
export async function payWith(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Secure Payment' });
  await dialog.getByLabel('Card number').fill(number);
  await dialog.getByLabel('Expiration date').fill('12 / 34');
  await dialog.getByLabel('Security code').fill('123');
  await dialog.getByLabel('ZIP').fill('78626');
  await dialog.getByRole('button', { name: /^Pay/ }).click();
}
