import { expect, type APIRequestContext } from '@playwright/test';
import { jobView, paths, userView } from '@dps/contract';

/** Origin of the product that all journeys share. */
const shared = () => process.env['DPS_URL'] ?? '';

/** Posts a job through the API as the signed-in client of `request`. Resolves with its id. */
export async function postJob(
  request: APIRequestContext,
  title: string,
  product = shared(),
): Promise<number> {
  const job = {
    title,
    description: 'Orthomosaic and a report of all defects.',
    surveyType: 'Site Survey',
    location: 'Georgetown, TX',
    budget: 1250.5,
    deadline: '2031-03-14',
  };
  const response = await request.post(paths.jobs(), { data: job, headers: { origin: product } });
  expect(response.status()).toBe(201);
  return (await jobView.validate(await response.json())).id;
}

/** Accepts a job through the API as the signed-in pilot of `request`. */
export async function acceptJob(request: APIRequestContext, id: number): Promise<void> {
  const pilot = await request.get(paths.currentUser());
  const { id: pilotId } = await userView.validate(await pilot.json());
  const response = await request.post(paths.assignJob(id), {
    data: { pilotId },
    headers: { origin: shared() },
  });
  expect(response.ok()).toBe(true);
}
