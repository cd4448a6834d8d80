import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Handles, type Attempt, type BackgroundHandler } from '../../platform/background/background-work.ts';
import { sendJob } from '../../platform/background/send-job.ts';
import { TEXTS } from '../../texts.ts';
import { auditAccount } from '../administration/record-audit.ts';
import { endSessions } from '../auth/session.entity.ts';
import { nameActor } from '../job-events/job-event.queries.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { User } from '../users/user.entity.ts';
import { OF_USER } from './personal-table.ts';
import { PERSONAL } from './personal-tables.ts';
import { isUnfinishedOf } from './unfinished-business.ts';

/** Seconds until the next look at an account with unfinished work. */
const LOOK_AGAIN_SECONDS = 3600;

const LOCK = `
  SELECT id, username, name, email, email_confirmed_at IS NOT NULL AS "isConfirmed", deletes_at AS "deletesAt",
    deletes_at <= now() AS "isDue"
  FROM users WHERE id = $1 AND deletes_at IS NOT NULL FOR UPDATE`;

// A statement of its own: it also sees a job that was accepted while the lock was not free.
const IS_UNFINISHED = `SELECT EXISTS (SELECT FROM jobs WHERE ${isUnfinishedOf('$1')}) AS "isUnfinished"`;

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
const STATEMENTS = [RELEASE, TAKE_OFF_THE_MARKET, endSessions(OF_USER), ...DELETE, ANONYMIZE];

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
  await nameActor(manager, id);
  for (const statement of STATEMENTS) await manager.query(statement, [id]);
  await auditAccount(manager, id, 'deleted', { before: { deletesAt }, after: { deletesAt: null } });
  if (isConfirmed)
    await enqueueMail(manager, { kind: 'account-deleted', address: email, detail: { name, username } });
}
