import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { RETENTION } from '@dps/contract';
import { Handles, type BackgroundHandler } from '../../platform/background/background-work.ts';
import { withdrawJobs } from '../jobs/job.changes.ts';

/** SQL: jobs whose parties have both deleted their account, after the time for which accounting needs them. */
const OLD_JOBS = `
  SELECT jobs.id FROM users AS client JOIN jobs ON jobs.client_id = client.id
    LEFT JOIN users AS pilot ON pilot.id = jobs.pilot_id
  WHERE client.deleted_at IS NOT NULL AND (pilot.id IS NULL OR pilot.deleted_at IS NOT NULL)
    AND jobs.updated_at <= now() - interval '${RETENTION.jobs}'
    AND NOT EXISTS (
      SELECT FROM flight_data JOIN users ON users.id = flight_data.pilot_id
      WHERE job_id = jobs.id AND users.deleted_at IS NULL
    )
  LIMIT 100`;
const DELETE_PARTS = ['payments', 'flight_data'].map(
  (table) => `DELETE FROM ${table} WHERE job_id = ANY($1)`,
);

// A trigger refuses to delete events of existing jobs.
const DELETE_EVENTS = `
  DELETE FROM job_events WHERE job_id IN (
    SELECT job_id FROM job_events
    WHERE kind = 'withdrawn' AND at <= now() - interval '${RETENTION.withdrawnJobs}' LIMIT 100
  )`;

/** The payouts of deleted accounts, after the same time, and after the jobs whose shares they paid out. */
const DELETE_PAYOUTS = `
  DELETE FROM payouts USING users
  WHERE users.id = pilot_id AND deleted_at IS NOT NULL AND payouts.created_at <= now() - interval '${RETENTION.payouts}'
    AND NOT EXISTS (SELECT FROM pilot_transfers WHERE payout_id = payouts.id)`;

/** Deletes jobs without parties, payouts of deleted accounts, and the history of withdrawn jobs, when the time for which they are kept is over. */
@Injectable()
@Handles('old-jobs')
export class OldJobs implements BackgroundHandler {
  constructor(private readonly database: DataSource) {}

  /** Returns the number of deleted jobs. */
  async run(): Promise<{ deleted: number }> {
    const deleted = await this.deleteJobs();
    await this.database.query(DELETE_EVENTS);
    await this.database.query(DELETE_PAYOUTS);
    return { deleted };
  }

  private async deleteJobs(): Promise<number> {
    const jobs = await this.database.query<{ id: number }[]>(OLD_JOBS);
    const ids = jobs.map(({ id }) => id);
    await this.database.transaction(async (manager) => {
      for (const statement of DELETE_PARTS) await manager.query(statement, [ids]);
      await withdrawJobs(manager, null, { id: In(ids) });
    });
    return ids.length;
  }
}
