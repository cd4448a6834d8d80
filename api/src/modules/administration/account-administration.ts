import type { DataSource, EntityManager } from 'typeorm';
import { removeSecondFactors } from '../auth/factor-changes.ts';
import { endSessions, Session } from '../auth/session.entity.ts';
import { publishJobs } from '../jobs/job.changes.ts';
import { User } from '../users/user.entity.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { auditAccount, recordAudit, type AuditActor } from './record-audit.ts';

const SHOWN_EVENTS = 20;

const FIND =
  'SELECT id FROM users WHERE CASE WHEN $1::int IS NULL THEN username_key(username) = username_key($2) ELSE id = $1 END';

/** The events of a user, of changes that the user made, and of the user's jobs. */
const EVENTS = `
  SELECT * FROM audit_events
  WHERE subject = $1 OR actor = $1
    OR subject IN (SELECT 'job:' || id FROM jobs WHERE client_id = $2 OR pilot_id = $2)
  ORDER BY id DESC LIMIT ${SHOWN_EVENTS}`;

/** An account, by its username or its id. */
export type AccountName = { username: string } | { id: number };

/** An account with its use, for operators. */
export interface AccountReport {
  account: User;
  /** The most recent use first. */
  sessions: Session[];
  /** The newest first. */
  events: AuditEvent[];
}

/** Operations of operators on accounts. The audit trail has the operator's name. */
export class AccountAdministration {
  private readonly actor: AuditActor;

  constructor(
    private readonly database: DataSource,
    operator: string,
  ) {
    this.actor = `operator:${operator}`;
  }

  /** Suspends an account and ends its sessions. Returns their number. Throws for an unknown or suspended account. */
  suspend(name: AccountName): Promise<number> {
    return this.change(name, async (manager, user) => {
      if (user.suspendedAt)
        throw new Error(`${user.username} is suspended since ${user.suspendedAt.toISOString()}.`);
      await this.setSuspended(manager, user, new Date());
      return this.endSessionsOf(manager, user);
    });
  }

  /** Ends the suspension of an account. Throws for an unknown or active account. */
  resume(name: AccountName): Promise<void> {
    return this.change(name, async (manager, user) => {
      if (!user.suspendedAt) throw new Error(`${user.username} is not suspended.`);
      await this.setSuspended(manager, user, null);
    });
  }

  /** Ends all sessions of an account. Returns their number. Throws for an unknown account. */
  endSessions(name: AccountName): Promise<number> {
    return this.change(name, (manager, user) => this.endSessionsOf(manager, user));
  }

  /** Removes all second factors of an account. Throws for an unknown account, or one without a second factor. */
  removeSecondFactor(name: AccountName): Promise<void> {
    return this.change(name, async (manager, user) => {
      if (!(await removeSecondFactors(manager, user.id, this.actor)))
        throw new Error(`${user.username} has no second factor.`);
    });
  }

  /** Confirms the current address of an account. Throws for an unknown account, or a confirmed address. */
  confirmEmail(name: AccountName): Promise<void> {
    return this.change(name, async (manager, { id, email, emailConfirmedAt }) => {
      if (emailConfirmedAt) throw new Error(`${email} is confirmed.`);
      await manager.update(User, { id }, { emailConfirmedAt: new Date() });
      await publishJobs(manager, id);
      await auditAccount(manager, id, 'email-confirmed', { actor: this.actor });
    });
  }

  /** Returns an account, its sessions and its recent audit events. Throws for an unknown account. */
  async show(name: AccountName): Promise<AccountReport> {
    const { manager } = this.database;
    const account = await lockedUser(manager, name);
    return {
      account,
      sessions: await manager.find(Session, { where: { userId: account.id }, order: { lastSeenAt: 'DESC' } }),
      events: await manager.query<AuditEvent[]>(EVENTS, [`user:${account.id}`, account.id]),
    };
  }

  private async setSuspended(
    manager: EntityManager,
    { id, suspendedAt: before }: User,
    suspendedAt: Date | null,
  ): Promise<void> {
    await manager.update(User, { id }, { suspendedAt });
    await auditAccount(manager, id, suspendedAt ? 'suspended' : 'resumed', {
      actor: this.actor,
      before: { suspendedAt: before },
      after: { suspendedAt },
    });
  }

  private async endSessionsOf(manager: EntityManager, { id }: User): Promise<number> {
    const [, sessions] = await manager.query<[Session[], number]>(endSessions('user_id = $1'), [id]);
    await recordAudit(manager, {
      actor: this.actor,
      action: 'sessions.ended',
      subject: `user:${id}`,
      before: { sessions },
      after: { sessions: 0 },
    });
    return sessions;
  }

  private change<T>(name: AccountName, work: (manager: EntityManager, user: User) => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      return work(manager, await lockedUser(manager, name));
    });
  }
}

/** Returns the user of a name. Within a transaction the row is locked until its end. */
async function lockedUser(manager: EntityManager, name: AccountName): Promise<User> {
  const [id, username] = 'id' in name ? [name.id, null] : [null, name.username];
  const rows = await manager.query<Pick<User, 'id'>[]>(`${FIND} FOR UPDATE`, [id, username]);
  const user = rows[0] && (await manager.findOneBy(User, { id: rows[0].id }));
  if (!user)
    throw new Error(
      `There is no account with the ${username === null ? `id ${id}` : `username ${username}`}.`,
    );
  return user;
}
