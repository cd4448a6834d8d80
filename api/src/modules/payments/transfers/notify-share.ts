import type { EntityManager } from 'typeorm';
import { changeWithoutEvent } from '../../job-events/job-event.queries.ts';

const NOTIFY = `
  SELECT pg_notify('job_changes', (${changeWithoutEvent('share', 'jsonb_build_array($2::int)')})::text)
  FROM jobs WHERE jobs.id = $1`;

/**
 * Reports to the open pages of a pilot, when the transaction is committed, that the share of a job or a payout with it has another
 * state. It is no event in the history of the job, which the client reads.
 */
export async function notifyShare(manager: EntityManager, jobId: number, pilotId: number): Promise<void> {
  await manager.query(NOTIFY, [jobId, pilotId]);
}
