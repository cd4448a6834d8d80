import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RETENTION } from '@dps/contract';
import { TEXTS } from '../../texts.ts';
import { nameActor } from '../job-events/job-event.queries.ts';
import { PERSONAL } from './personal-tables.ts';
import { isUnfinishedOf } from './unfinished-business.ts';

const EVERY_MS = 5 * 60 * 1000;

// The query skips locked accounts: another process deletes the same one, or a pilot accepts a job of it, whose mail locks the
// client. New work during the time of grace delays the deletion.
const DUE = `
  SELECT id FROM users
  WHERE deletes_at <= now() AND NOT EXISTS (SELECT FROM jobs WHERE ${isUnfinishedOf('users.id')})
  ORDER BY deletes_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

const RELEASE = `
  UPDATE jobs SET pilot_id = NULL, progress = 0, updated_at = now() WHERE pilot_id = $1 AND status = 'pending'`;

// A job with flights remains for their pilot. Its client becomes its pilot, so that no other pilot can accept it.
const TAKE_OFF_THE_MARKET = `
  UPDATE jobs SET pilot_id = client_id, updated_at = now()
  WHERE client_id = $1 AND status = 'pending' AND pilot_id IS NULL
    AND EXISTS (SELECT FROM flight_data WHERE job_id = jobs.id)`;

const DELETE = PERSONAL.flatMap(([name, { deleted }]) =>
  deleted === null ? [] : [`DELETE FROM ${name} WHERE ${deleted}`],
);

// Random names: users cannot have them, and they do not reveal the id.
const ANONYMIZE = `
  UPDATE users SET name = '${TEXTS.deletedUser}', username = 'deleted-' || gen_random_uuid(),
    email = 'deleted-' || gen_random_uuid() || '@deleted.invalid', password_hash = '', flight_hours = NULL,
    email_confirmed_at = NULL, pending_email = NULL, profile_image = NULL, deletes_at = NULL, deleted_at = now()
  WHERE id = $1`;

/** The statements that delete an account, in one transaction. `$1` is its id. */
const STATEMENTS = [RELEASE, TAKE_OFF_THE_MARKET, ...DELETE, ANONYMIZE];

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
const DELETE_JOBS = 'DELETE FROM jobs WHERE id = ANY($1)';

// A trigger refuses to delete events of existing jobs.
const DELETE_EVENTS = `
  DELETE FROM job_events WHERE job_id IN (
    SELECT job_id FROM job_events
    WHERE kind = 'withdrawn' AND at <= now() - interval '${RETENTION.withdrawnJobs}' LIMIT 100
  )`;

/**
 * Deletes the accounts whose time of grace has ended, and later what remained of them. Each account takes one transaction, so
 * a process that is killed leaves nothing half deleted, and the next run repeats it. All replicas do so.
 */
@Injectable()
export class AccountDeletions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(AccountDeletions.name);
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | null = null;
  private stopping = false;

  constructor(private readonly database: DataSource) {}

  onApplicationBootstrap(): void {
    void this.run();
    this.timer = setInterval(() => void this.run(), EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.underWay;
  }

  /** Deletes what is due. A call during another one waits for it. Errors are logged: the next run repeats the work. */
  run(): Promise<void> {
    this.underWay ??= this.deleteDue()
      .catch((error: unknown) => this.log.warn(`Accounts could not be deleted: ${String(error)}`))
      .finally(() => {
        this.underWay = null;
      });
    return this.underWay;
  }

  private async deleteDue(): Promise<void> {
    let deleted = 0;
    while (!this.stopping && (await this.deleteNext())) deleted += 1;
    if (deleted > 0) this.log.log(`Deleted ${deleted} accounts`);
    await this.deleteOldJobs();
    await this.database.query(DELETE_EVENTS);
  }

  /** Deletes one account. Returns false if none is due. */
  private deleteNext(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const [user] = await manager.query<{ id: number }[]>(DUE);
      if (!user) return false;
      await nameActor(manager, user.id);
      for (const statement of STATEMENTS) await manager.query(statement, [user.id]);
      return true;
    });
  }

  private async deleteOldJobs(): Promise<void> {
    const jobs = await this.database.query<{ id: number }[]>(OLD_JOBS);
    if (jobs.length === 0) return;
    const ids = jobs.map(({ id }) => id);
    await this.database.transaction(async (manager) => {
      for (const statement of [...DELETE_PARTS, DELETE_JOBS]) await manager.query(statement, [ids]);
    });
  }
}
