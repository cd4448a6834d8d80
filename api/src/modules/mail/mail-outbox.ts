import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MAIL_KINDS, type OutgoingMail } from './outgoing-mail.entity.ts';

/** An unsent mail is worthless after this time, such as after a long time without a mail server. */
const WORTH_DAYS = 3;
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 4 * 60 * 60;
/** About 16 hours: eleven pauses. */
const MOST_ATTEMPTS = 12;

const IS_UNSENT = `sent_at IS NULL AND outgoing_mails.created_at > now() - interval '${WORTH_DAYS} days'`;

/** The first mail about a change of a job is sent at once. The next one with its topic waits, and has the changes of this time. */
const MERGED_MINUTES = 10;

const IS_HELD = `attempts = 0 AND EXISTS (
  SELECT FROM outgoing_mails AS earlier
  WHERE earlier.user_id = outgoing_mails.user_id AND earlier.job_id = outgoing_mails.job_id
    AND earlier.kind = outgoing_mails.kind AND earlier.attempts > 0 AND earlier.failed_at IS NULL
    AND coalesce(earlier.sent_at, now()) > now() - interval '${MERGED_MINUTES} minutes'
)`;

// An address that its user has not confirmed may belong to another user. It gets the links alone, without a name.
const TO_ANY_ADDRESS = `leased.kind IN ('email-confirmation', 'email-change', 'password-reset')`;

// `holder` is the user with the given address: of a request without a user, or another user whose address is in use.
// The pause until the next attempt is also the lease of this one: longer than an attempt takes. A process that ends in the
// middle leaves the mail to the next attempt. A mail about a job goes to its parties alone. An older release leaves the kinds that it does not support.
const LEASE = `
  WITH due AS (
    SELECT id FROM outgoing_mails
    WHERE ${IS_UNSENT} AND failed_at IS NULL AND due_at <= now() AND kind = ANY($1) AND NOT (${IS_HELD})
    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), leased AS (
    UPDATE outgoing_mails SET
      attempts = attempts + 1,
      due_at = now() + least(${FIRST_PAUSE_SECONDS} * power(2, attempts), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
    FROM due WHERE outgoing_mails.id = due.id
    RETURNING outgoing_mails.*, coalesce(address, detail ->> 'address') AS given
  )
  SELECT leased.id, CASE WHEN leased.user_id <> holder.id THEN 'email-in-use' ELSE leased.kind END AS kind,
    leased.detail, leased.created_at AS "createdAt", leased.attempts, users.id AS "userId", users.email, users.name, users.username,
    leased.job_id AS "jobId", jobs.title AS "jobTitle", pilot.name AS "pilotName"
  FROM leased LEFT JOIN jobs ON jobs.id = leased.job_id
    LEFT JOIN users AS pilot ON pilot.id = jobs.pilot_id
    LEFT JOIN users AS holder ON lower(holder.email) = lower(leased.given)
      AND (leased.user_id IS NULL OR (leased.kind = 'email-change' AND leased.user_id <> holder.id))
    LEFT JOIN LATERAL (
      SELECT id, CASE WHEN holder.id IS NULL THEN coalesce(leased.given, email) ELSE email END AS email, username,
        CASE WHEN email_confirmed_at IS NOT NULL AND (leased.kind <> 'email-change' OR holder.id IS NOT NULL)
          THEN name END AS name
      FROM users WHERE id = coalesce(holder.id, leased.user_id)
        AND (email_confirmed_at IS NOT NULL OR ${TO_ANY_ADDRESS})
        AND (leased.job_id IS NULL OR id IN (jobs.client_id, jobs.pilot_id))
        AND suspended_at IS NULL AND deleted_at IS NULL AND leased.kind <> 'account-deleted'
      -- The user of this mail no longer exists.
      UNION ALL
      SELECT NULL, leased.address, leased.detail ->> 'username', leased.detail ->> 'name'
      WHERE leased.kind = 'account-deleted'
    ) AS users ON true
  ORDER BY leased.id`;

const SENT = 'UPDATE outgoing_mails SET sent_at = now(), failure = NULL WHERE id = $1';
const POSTPONED = `UPDATE outgoing_mails SET attempts = 0, due_at = now() + $2 * interval '1 second' WHERE id = $1`;
const DROPPED = 'DELETE FROM outgoing_mails WHERE id = $1';
const FAILED = `
  UPDATE outgoing_mails SET failure = $2,
    failed_at = CASE WHEN $3 OR attempts >= ${MOST_ATTEMPTS} THEN now() END
  WHERE id = $1 RETURNING failed_at IS NOT NULL AS "isDead"`;

const COUNTS = `
  SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting,
    count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS dead,
    coalesce(extract(epoch FROM now() - min(CASE WHEN attempts = 0 THEN greatest(created_at, least(due_at, now())) ELSE created_at END)
      FILTER (WHERE failed_at IS NULL)), 0)::float AS "oldestSeconds"
  FROM outgoing_mails WHERE ${IS_UNSENT}`;

export interface Recipient {
  /** Null for a deleted account, which gets one last mail. */
  userId: number | null;
  /** The address of this mail. */
  email: string;
  /** Null for an address that its user has not confirmed. */
  name: string | null;
  username: string;
}

/** A leased mail. */
export interface DueMail extends Pick<
  OutgoingMail,
  'id' | 'kind' | 'detail' | 'createdAt' | 'jobId' | 'attempts'
> {
  /** Null if there is no such user, the account is suspended, or the address must not get this mail. */
  recipient: Recipient | null;
  jobTitle: string | null;
  /** The current pilot of the job. */
  pilotName: string | null;
}

type Row = Omit<DueMail, 'recipient'> & (Recipient | { [Field in keyof Recipient]: null });

export interface OutboxCounts {
  waiting: number;
  /** Mails that no attempt could send. */
  dead: number;
  /** Age of the oldest waiting mail. */
  oldestSeconds: number;
}

function toDueMail({ userId, email, name, username, ...mail }: Row): DueMail {
  return { ...mail, recipient: email === null ? null : { userId, email, name, username } };
}

/** The mails to send: rows that are written in the transaction of their cause. */
@Injectable()
export class MailOutbox {
  constructor(private readonly database: DataSource) {}

  /** Leases due mails, longest due first. Another process does not get them before their next attempt is due. */
  async lease(atMost: number): Promise<DueMail[]> {
    const rows = await this.database.query<Row[]>(LEASE, [MAIL_KINDS, atMost]);
    return rows.map(toDueMail);
  }

  async markSent({ id }: Pick<DueMail, 'id'>): Promise<void> {
    await this.database.query(SENT, [id]);
  }

  /** Sends a mail later. Until then, it has the changes of its job and topic. */
  async postpone({ id }: Pick<DueMail, 'id'>, seconds: number): Promise<void> {
    await this.database.query(POSTPONED, [id, seconds]);
  }

  /** Deletes a mail that has no recipient, or whose row would keep the address of a deleted account. */
  async drop({ id }: Pick<DueMail, 'id'>): Promise<void> {
    await this.database.query(DROPPED, [id]);
  }

  /**
   * Records a failed attempt. Returns true for a dead letter: after the last attempt, or if no retry can succeed.
   *
   * @param failure codes without an address
   */
  async markFailed({ id }: Pick<DueMail, 'id'>, failure: string, isFinal: boolean): Promise<boolean> {
    const [rows] = await this.database.query<[{ isDead: boolean }[], number]>(FAILED, [id, failure, isFinal]);
    return rows[0]?.isDead ?? false;
  }

  /** Counts the unsent mails of the last days. */
  async counts(): Promise<OutboxCounts> {
    const [counts] = await this.database.query<OutboxCounts[]>(COUNTS);
    return counts ?? { waiting: 0, dead: 0, oldestSeconds: 0 };
  }
}
