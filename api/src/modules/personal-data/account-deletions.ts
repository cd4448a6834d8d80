import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Raw, type EntityManager } from 'typeorm';
import { Handles, type Attempt, type BackgroundHandler } from '../../platform/background/background-work.ts';
import { sendJob } from '../../platform/background/send-job.ts';
import { TEXTS } from '../../texts.ts';
import { auditAccount } from '../administration/record-audit.ts';
import { endSessions } from '../auth/session.entity.ts';
import { recordJobEvent, type ChangedJob } from '../job-events/record-job-event.ts';
import { changeJobs, withdrawJobs } from '../jobs/job.changes.ts';
import { HAS_WORK } from '../jobs/job.queries.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { User } from '../users/user.entity.ts';
import { OF_USER } from './personal-table.ts';
import { PERSONAL } from './personal-tables.ts';
import { isUnfinishedOf } from './unfinished-business.ts';

/** Seconds until the next look at an account with unfinished work. */
const LOOK_AGAIN_SECONDS = 3600;

// Before the account, as an acceptance does: it changes the job, and then writes a mail to the client.
const LOCK_JOBS = `SELECT FROM jobs WHERE (client_id = $1 OR pilot_id = $1) AND status = 'pending' ORDER BY id FOR UPDATE`;

const LOCK = `
  SELECT id, username, name, email, email_confirmed_at IS NOT NULL AS "isConfirmed", deletes_at AS "deletesAt",
    deletes_at <= now() AS "isDue"
  FROM users WHERE id = $1 AND deletes_at IS NOT NULL FOR UPDATE`;

// A statement of its own: it also sees a job that was accepted while a lock was not free.
const IS_UNFINISHED = `SELECT EXISTS (SELECT FROM jobs WHERE ${isUnfinishedOf('$1')}) AS "isUnfinished"`;

const WITH_WORK = Raw(() => HAS_WORK);

/** The jobs of a client with a link to their report that works. */
const SHARED_JOBS = `
  SELECT jobs.id, client_id AS "clientId", pilot_id AS "pilotId", budget FROM jobs
  JOIN report_links ON job_id = jobs.id WHERE client_id = $1 AND expires_at > now()`;

const DELETE = PERSONAL.flatMap(([name, { deleted }]) =>
  deleted === null ? [] : [`DELETE FROM ${name} WHERE ${deleted}`],
);

// Random names: users cannot have them, and they do not reveal the id.
const ANONYMIZE = `
  UPDATE users SET name = '${TEXTS.deletedUser}', username = 'deleted-' || gen_random_uuid(),
    email = 'deleted-' || gen_random_uuid() || '@deleted.invalid', password_hash = '', flight_hours = NULL,
    email_confirmed_at = NULL, pending_email = NULL, profile_image = NULL, base_latitude = NULL, base_longitude = NULL,
    base_place = NULL, deletes_at = NULL, deleted_at = now()
  WHERE id = $1`;

interface DeletedUser extends Pick<User, 'id' | 'username' | 'name' | 'email'> {
  isConfirmed: boolean;
  deletesAt: Date;
  isDue: boolean;
}

/**
 * Deletes an account whose time of grace has ended, in one transaction: a process that is killed leaves nothing half deleted.
 * New work during the time of grace delays the deletion.
 */
@Injectable()
@Handles('account-deletion')
export class AccountDeletions implements BackgroundHandler {
  constructor(private readonly database: DataSource) {}

  async run({ rowId: userId }: Attempt): Promise<undefined> {
    await this.database.transaction(async (manager) => {
      await manager.query(LOCK_JOBS, [userId]);
      const [user] = await manager.query<DeletedUser[]>(LOCK, [userId]);
      if (!user) return;
      // The user has kept the account, and requested the deletion again.
      if (!user.isDue) await sendJob(manager, 'account-deletion', userId, user.deletesAt);
      else if (await isUnfinished(manager, userId))
        await sendJob(manager, 'account-deletion', userId, LOOK_AGAIN_SECONDS);
      else await deleteAccount(manager, user);
    });
  }
}

async function isUnfinished(manager: EntityManager, userId: number): Promise<boolean> {
  const [row] = await manager.query<{ isUnfinished: boolean }[]>(IS_UNFINISHED, [userId]);
  return row?.isUnfinished ?? false;
}

/** Deletes an account, and reports it to its user. An address that was never confirmed may be that of another user. */
async function deleteAccount(manager: EntityManager, user: DeletedUser): Promise<void> {
  const { id, name, username, email, isConfirmed, deletesAt } = user;
  await leaveJobs(manager, id);
  for (const statement of [endSessions(OF_USER), ...DELETE, ANONYMIZE]) await manager.query(statement, [id]);
  await auditAccount(manager, id, 'deleted', { before: { deletesAt }, after: { deletesAt: null } });
  if (isConfirmed)
    await enqueueMail(manager, { kind: 'account-deleted', address: email, detail: { name, username } });
}

/** Ends the part of a user in jobs that others need no longer, with the events of their history. */
async function leaveJobs(manager: EntityManager, userId: number): Promise<void> {
  const accepted = { pilotId: userId, status: 'pending' } as const;
  await changeJobs(manager, userId, accepted, { pilotId: null, progress: 0 });
  // A job with flights or deliverables remains for their pilot. Its client becomes its pilot, so that no other pilot can accept it.
  const open = { clientId: userId, status: 'pending', pilotId: IsNull() } as const;
  await changeJobs(manager, userId, [{ ...open, id: WITH_WORK }], { pilotId: userId });
  await withdrawJobs(manager, userId, open);
  for (const job of await manager.query<ChangedJob[]>(SHARED_JOBS, [userId]))
    await recordJobEvent(manager, { kind: 'report-revoked', job, actorId: userId });
}
