import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { jobDetailView, jobView, paths, userView, type JobDetailView } from '@dps/contract';

const headers = () => ({ origin: process.env['DPS_URL'] ?? '' });

/**
 * Creates a completed job through the API, as the signed-in client and the signed-in pilot of the pages. Its payment is
 * due. Resolves with its id.
 */
export async function completedJob(
  client: Page,
  pilot: Page,
  title: string,
  budget = 1250.5,
): Promise<number> {
  const posted = await client.request.post(paths.jobs(), {
    data: {
      title,
      description: 'Orthomosaic and a report of all defects.',
      surveyType: 'Site Survey',
      location: 'Georgetown, TX',
      budget,
      deadline: '2031-03-14',
    },
    headers: headers(),
  });
  const { id } = await jobView.validate(await posted.json());
  const user = await pilot.request.get(paths.currentUser());
  const { id: pilotId } = await userView.validate(await user.json());
  const accepted = await pilot.request.post(paths.assignJob(id), { data: { pilotId }, headers: headers() });
  expect(accepted.ok()).toBe(true);
  for (const status of ['in-progress', 'review', 'completed']) {
    const moved = await pilot.request.patch(paths.job(id), { data: { status }, headers: headers() });
    expect(moved.ok()).toBe(true);
  }
  return id;
}

export async function readJob(request: APIRequestContext, id: number): Promise<JobDetailView> {
  const response = await request.get(paths.job(id));
  return jobDetailView.validate(await response.json());
}

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
