import { JOB_STATUSES, paths, type JobStatus } from '@dps/contract';
import { idOf, type Account, type Origin } from '../../../scripts/stress/account.ts';
import { jobBody } from '../../support/jobs.ts';

/** The client and the pilot of a job. */
export interface JobAccounts {
  owner: Account;
  pilot: Account;
}

/** Posts a job. Returns its id. */
export async function postJob(origin: Origin, owner: Account): Promise<number> {
  return idOf(await owner.post(origin, paths.jobs(), jobBody()), 201);
}

/** Creates a job that the pilot has accepted and moved to this status. Returns its id. */
export async function jobIn(
  origin: Origin,
  status: JobStatus,
  { owner, pilot }: JobAccounts,
): Promise<number> {
  const id = await postJob(origin, owner);
  idOf(await pilot.post(origin, paths.assignJob(id), { pilotId: pilot.id }), 200);
  for (const step of JOB_STATUSES.slice(1, JOB_STATUSES.indexOf(status) + 1)) {
    idOf(await pilot.patch(origin, paths.job(id), { status: step }), 200);
  }
  return id;
}
