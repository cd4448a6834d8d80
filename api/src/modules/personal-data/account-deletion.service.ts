import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RETENTION, type Actor, type DeletionView } from '@dps/contract';
import { sendJob } from '../../platform/background/send-job.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { endSessions } from '../auth/session.entity.ts';
import { hashToken } from '../auth/session.service.ts';
import { lockAccount, recordKeptAccount, recordRequestedDeletion } from '../users/account-changes.ts';
import { UnfinishedBusiness } from './unfinished-business.ts';

const READ = 'SELECT event_time(deletes_at) AS "deletesAt" FROM users WHERE id = $1';

/** One statement, so that no other session survives the request. A second request keeps the date of the first. */
const REQUEST = `
  WITH requested AS (
    UPDATE users SET deletes_at = coalesce(deletes_at, now() + interval '${RETENTION.deletionGrace}')
    WHERE id = $1 AND username_key(username) = username_key($2) RETURNING id, deletes_at
  ), ended AS (
    ${endSessions('user_id IN (SELECT id FROM requested) AND token_hash <> $3')}
  )
  SELECT event_time(deletes_at) AS "deletesAt", deletes_at AS "startAfter" FROM requested`;

const KEEP = 'UPDATE users SET deletes_at = NULL WHERE id = $1';

type Row = Pick<DeletionView, 'deletesAt'>;
type RequestedRow = Row & { startAfter: Date };

/** The request of users to delete their account. A background job deletes it after a time in which they can keep it. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly database: DataSource,
    private readonly business: UnfinishedBusiness,
  ) {}

  /** Returns when the actor's account is deleted, and what prevents it. */
  async read({ id }: Actor): Promise<DeletionView> {
    const [row] = await this.database.query<Row[]>(READ, [id]);
    return { deletesAt: row?.deletesAt ?? null, unfinished: await this.business.list(id) };
  }

  /**
   * Requests the deletion of the actor's account, and ends all other sessions. Throws `validation_failed` unless `username` is the own one, or `unfinished_business`.
   *
   * @param token the token of the request's session
   */
  async request({ id }: Actor, username: string, token: string): Promise<DeletionView> {
    await this.business.requireNone(id);
    return this.database.transaction(async (manager) => {
      const account = await lockAccount(manager, id);
      const [row] = await manager.query<RequestedRow[]>(REQUEST, [id, username.trim(), hashToken(token)]);
      if (!account || !row)
        throw new DomainError('validation_failed', {
          errors: [{ path: 'username', message: TEXTS.notYourUsername }],
        });
      const { startAfter, ...view } = row;
      await recordRequestedDeletion(manager, account, startAfter);
      await sendJob(manager, 'account-deletion', id, startAfter);
      return { ...view, unfinished: [] };
    });
  }

  /** Keeps the actor's account. Throws `unauthenticated` if it was deleted at the same moment. */
  async keep({ id }: Actor): Promise<void> {
    await this.database.transaction(async (manager) => {
      const account = await lockAccount(manager, id);
      if (!account) throw new DomainError('unauthenticated');
      await manager.query(KEEP, [id]);
      await recordKeptAccount(manager, account);
    });
  }
}
