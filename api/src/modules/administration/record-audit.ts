import type { EntityManager } from 'typeorm';
import type { PaymentStatus } from '@dps/contract';

type AccountAction =
  | 'created'
  | 'suspended'
  | 'resumed'
  | 'password-changed'
  | 'password-reset'
  | 'email-confirmed'
  | 'email-change-requested'
  | 'email-change-canceled'
  | 'email-changed'
  | 'email-restored'
  | 'second-factor-set'
  | 'second-factor-removed'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'export-requested'
  | 'deletion-requested'
  | 'kept'
  | 'deleted';

export type AuditActor = `user:${number}` | `provider:${string}` | `operator:${string}`;

/** An event of the audit trail. `before` is absent for a new row. */
export interface NewAuditEvent {
  actor: AuditActor;
  action:
    | `account.${AccountAction}`
    | 'sessions.ended'
    | 'budget.changed'
    | 'shares.repeated'
    | 'message.files-saved'
    | `${'message' | 'question' | 'answer'}.${'reported' | 'report-closed'}`
    | `payment.${PaymentStatus | 'money-returned'}`;
  subject: `user:${number}` | `job:${number}`;
  /** The changed values, without texts of users: events are kept longer than accounts. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

const INSERT = 'INSERT INTO audit_events (actor, action, subject, before, after) VALUES ($1, $2, $3, $4, $5)';

/** Writes an event of the audit trail, in the transaction of the change. */
export async function recordAudit(
  manager: EntityManager,
  { actor, action, subject, before, after = {} }: NewAuditEvent,
): Promise<void> {
  const values = [before ? JSON.stringify(before) : null, JSON.stringify(after)];
  await manager.query(INSERT, [actor, action, subject, ...values]);
}

/** Writes an event about an account. The actor is its user, unless another one is given. */
export async function auditAccount(
  manager: EntityManager,
  userId: number,
  action: AccountAction,
  { actor, ...values }: Pick<NewAuditEvent, 'before' | 'after'> & { actor?: AuditActor | undefined } = {},
): Promise<void> {
  const user = `user:${userId}` as const;
  await recordAudit(manager, {
    actor: actor ?? user,
    action: `account.${action}`,
    subject: user,
    ...values,
  });
}
