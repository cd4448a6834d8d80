import { expect, type APIRequestContext } from '@playwright/test';
import { jobView, paths, userView } from '@dps/shared-contracts';

/** The product that all journeys share. */
const shared = () => process.env['DPS_URL'] ?? '';

/** Posts a job through the API as the client who is signed in with `request`; resolves with its id. */
export async function postJob(
  request: APIRequestContext,
  title: string,
  product = shared(),
): Promise<number> {
  const job = {
    title,
    description: 'Orthomosaic and a report of what stands out.',
    surveyType: 'Site Survey',
    location: 'Georgetown, TX',
    budget: 1250.5,
    deadline: '2031-03-14',
  };
  const answer = await request.post(paths.jobs(), { data: job, headers: { origin: product } });
  expect(answer.status()).toBe(201);
  return (await jobView.validate(await answer.json())).id;
}

/** Accepts a job through the API as the pilot who is signed in with `request`. */
export async function acceptJob(request: APIRequestContext, id: number): Promise<void> {
  const pilot = await request.get(paths.currentUser());
  const { id: pilotId } = await userView.validate(await pilot.json());
  const answer = await request.post(paths.assignJob(id), {
    data: { pilotId },
    headers: { origin: shared() },
  });
  expect(answer.ok()).toBe(true);
}
