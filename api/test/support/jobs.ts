import { jobView, JOB_STATUSES, paths, type JobStatus, type JobView } from '@dps/contract';
import { changeJobs } from '../../src/modules/jobs/job.changes.ts';
import { JobQuestion } from '../../src/modules/questions/question.entity.ts';
import { expectView } from './client.ts';
import type { TestUser } from './users.ts';
import type { TestServer } from './server.ts';

/** The body of a new job. */
export function jobBody(overrides: object = {}) {
  return {
    title: 'Roof inspection',
    description: 'Two flat roofs.',
    surveyType: 'Property Inspection',
    location: 'Baltimore, MD',
    budget: 1450.5,
    deadline: '2030-06-30',
    ...overrides,
  };
}

export async function postJob(owner: TestUser, overrides: object = {}): Promise<JobView> {
  return expectView(await owner.client.post(paths.jobs(), jobBody(overrides)), 201, jobView);
}

export async function acceptJob(pilot: TestUser, id: number): Promise<JobView> {
  const response = await pilot.client.post(paths.assignJob(id), { pilotId: pilot.user.id });
  return expectView(response, 200, jobView);
}

/** Stores a question about a job in any state. Returns its id. */
export async function storeQuestion(
  { dataSource }: TestServer,
  jobId: number,
  pilotId: number,
): Promise<number> {
  const question = dataSource.manager.create(JobQuestion, { jobId, pilotId, text: 'Where is the gate?' });
  await dataSource.manager.insert(JobQuestion, question);
  return question.id;
}

/** Starts all accepted jobs, so that the pilots of earlier tests can accept further ones. */
export async function startAcceptedJobs({ dataSource }: TestServer): Promise<void> {
  await dataSource.query(
    `UPDATE jobs SET status = 'in-progress' WHERE status = 'pending' AND pilot_id IS NOT NULL`,
  );
}

/** Creates a job that the pilot has moved to this status. A paid job has no payment row. */
export async function jobIn(
  server: TestServer,
  status: JobStatus,
  { owner, pilot }: { owner: TestUser; pilot: TestUser },
  overrides: object = {},
): Promise<JobView> {
  let job = await acceptJob(pilot, (await postJob(owner, overrides)).id);
  const steps = JOB_STATUSES.slice(1, JOB_STATUSES.indexOf(status) + 1).filter((step) => step !== 'paid');
  for (const step of steps) {
    job = expectView(await pilot.client.patch(paths.job(job.id), { status: step }), 200, jobView);
  }
  if (status === 'paid') {
    await server.dataSource.transaction((manager) =>
      changeJobs(manager, owner.user.id, { id: job.id }, { status, updatedAt: new Date(job.updatedAt) }),
    );
  }
  return { ...job, status };
}
