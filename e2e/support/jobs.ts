import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { jobDetailView, jobView, paths, userView, type JobDetailView, type JobStatus } from '@dps/contract';

/** Origin of the product that all journeys share. */
const shared = () => process.env['DPS_URL'] ?? '';

const CONTENT = {
  description: 'Orthomosaic and a report of all defects.',
  surveyType: 'Site Survey',
  location: 'Georgetown, TX',
  budget: 1250.5,
  deadline: '2031-03-14',
};

/** Posts a job through the API as the signed-in client of `request`. Resolves with its id. */
export async function postJob(
  request: APIRequestContext,
  title: string,
  product = shared(),
): Promise<number> {
  const data = { title, ...CONTENT };
  const response = await request.post(paths.jobs(), { data, headers: { origin: product } });
  expect(response.status()).toBe(201);
  return (await jobView.validate(await response.json())).id;
}

/** Returns the id of the signed-in user of `request`. */
export async function userId(request: APIRequestContext): Promise<number> {
  const response = await request.get(paths.currentUser());
  return (await userView.validate(await response.json())).id;
}

/** Accepts a job through the API as the signed-in pilot of `request`. */
export async function acceptJob(request: APIRequestContext, id: number): Promise<void> {
  const response = await request.post(paths.assignJob(id), {
    data: { pilotId: await userId(request) },
    headers: { origin: shared() },
  });
  expect(response.ok()).toBe(true);
}

/** Moves a job through statuses as the signed-in pilot of `request`. */
export async function moveJob(
  request: APIRequestContext,
  id: number,
  ...statuses: JobStatus[]
): Promise<void> {
  for (const status of statuses) {
    const response = await request.patch(paths.job(id), { data: { status }, headers: { origin: shared() } });
    expect(response.ok()).toBe(true);
  }
}

/** Creates a job of the signed-in client of `client` that the signed-in pilot of `pilot` has accepted. */
export async function acceptedJob(
  client: APIRequestContext,
  pilot: APIRequestContext,
  title: string,
): Promise<number> {
  const id = await postJob(client, title);
  await acceptJob(pilot, id);
  return id;
}

/** Creates a completed job through the API. Its payment is due. */
export async function completedJob(
  client: APIRequestContext,
  pilot: APIRequestContext,
  title: string,
): Promise<number> {
  const id = await acceptedJob(client, pilot, title);
  await moveJob(pilot, id, 'in-progress', 'review', 'completed');
  return id;
}

export async function readJob(request: APIRequestContext, id: number): Promise<JobDetailView> {
  const response = await request.get(paths.job(id));
  return jobDetailView.validate(await response.json());
}

/** Fills every required field of the form that posts a job. */
export async function fillJobForm(page: Page, title: string): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await form.getByLabel('Job Title').fill(title);
  await form.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: CONTENT.surveyType }).click();
  await form.getByLabel('Description').fill(CONTENT.description);
  await form.getByLabel('Location').fill(CONTENT.location);
  await form.getByLabel('Budget').fill('1250.50');
  await form.getByLabel('Deadline').fill(CONTENT.deadline);
  return form;
}
