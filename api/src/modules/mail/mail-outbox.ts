import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sendJob } from '../../platform/background/send-job.ts';
import type { MailKind, OutgoingMail } from './outgoing-mail.entity.ts';

/** An unsent mail is worthless after this time, such as after a long time without a mail server. */
const WORTH_DAYS = 3;
/** The first mail about a change of a job is sent at once. The next one with its topic waits, and has the changes of this time. */
const MERGED_MINUTES = 10;
/** The next mail waits for a previous one that is not sent yet, at most for the longest pause between two attempts. */
const RETRIED_HOURS = 4;

const HELD_UNTIL = `coalesce(sent_at + interval '${MERGED_MINUTES} minutes', attempted_at + interval '${RETRIED_HOURS} hours')`;

// A mail that was attempted waits for no other one. A previous mail that is not sent is looked at again after the time of merging.
const STATE = `
  SELECT attempted_at IS NULL AS "isFirst", created_at > now() - interval '${WORTH_DAYS} days' AS "isWorthSending", (
    SELECT ceil(extract(epoch FROM max(least(${HELD_UNTIL} - now(), interval '${MERGED_MINUTES} minutes'))))::int
    FROM outgoing_mails AS previous
    WHERE user_id = mail.user_id AND job_id = mail.job_id AND kind = mail.kind AND id <> mail.id
      AND mail.attempted_at IS NULL AND ${HELD_UNTIL} > now()
  ) AS "secondsHeld"
  FROM outgoing_mails AS mail WHERE id = $1 AND sent_at IS NULL`;

// An address that its user has not confirmed may belong to another user. It gets the links alone, without a name.
const TO_ANY_ADDRESS = `taken.kind IN ('email-confirmation', 'email-change', 'password-reset')`;

// `holder` is the user with the given address: of a request without a user, or another user whose address is in use.
// A mail about a job goes to its parties alone, one about the end of an assignment or about messages also to the former pilot, and
// one about a question of an open job also to the pilot who has asked.
const TAKE = `
  WITH taken AS (
    UPDATE outgoing_mails SET attempted_at = now() WHERE id = $1 AND sent_at IS NULL
    RETURNING *, coalesce(address, detail ->> 'address') AS given
  )
  SELECT taken.id, CASE WHEN taken.user_id <> holder.id THEN 'email-in-use' ELSE taken.kind END AS kind,
    taken.detail, taken.created_at AS "createdAt", users.id AS "userId", users.email, users.name, users.username,
    taken.job_id AS "jobId", jobs.title AS "jobTitle", pilot.name AS "pilotName",
    (SELECT name FROM users WHERE id = jobs.client_id) AS "clientName",
    CASE WHEN jobs.id IS NOT NULL THEN json_build_object('budget', jobs.budget, 'deadline', jobs.deadline,
      'deadlineHasTime', jobs.deadline_has_time, 'isOfPilot', users.id = jobs.pilot_id) END AS terms
  FROM taken LEFT JOIN jobs ON jobs.id = taken.job_id
    LEFT JOIN users AS pilot ON pilot.id = coalesce((taken.detail ->> 'pilotId')::integer, jobs.pilot_id)
    LEFT JOIN users AS holder ON lower(holder.email) = lower(taken.given)
      AND (taken.user_id IS NULL OR (taken.kind = 'email-change' AND taken.user_id <> holder.id))
    LEFT JOIN LATERAL (
      SELECT id, CASE WHEN holder.id IS NULL THEN coalesce(taken.given, email) ELSE email END AS email, username,
        CASE WHEN email_confirmed_at IS NOT NULL AND (taken.kind <> 'email-change' OR holder.id IS NOT NULL)
          THEN name END AS name
      FROM users WHERE id = coalesce(holder.id, taken.user_id)
        AND (email_confirmed_at IS NOT NULL OR ${TO_ANY_ADDRESS})
        AND (taken.job_id IS NULL OR id IN (jobs.client_id, jobs.pilot_id)
          OR (taken.kind IN ('assignment-end', 'messages') AND id = ANY (jobs.former_pilot_ids))
          OR (taken.kind = 'questions' AND jobs.pilot_id IS NULL
            AND id IN (SELECT pilot_id FROM job_questions WHERE job_id = taken.job_id)))
        AND (taken.kind <> 'messages' OR EXISTS (
          SELECT FROM threads JOIN thread_members ON thread_id = threads.id
          WHERE threads.job_id = taken.job_id AND pilot_id = (taken.detail ->> 'pilotId')::integer
            AND thread_members.user_id = users.id AND unread > 0))
        AND suspended_at IS NULL AND deleted_at IS NULL AND taken.kind <> 'account-deleted'
      -- The user of this mail no longer exists.
      UNION ALL
      SELECT NULL, taken.address, taken.detail ->> 'username', taken.detail ->> 'name'
      WHERE taken.kind = 'account-deleted'
    ) AS users ON true`;

const SENT = 'UPDATE outgoing_mails SET sent_at = now() WHERE id = $1';
const WAITING = 'UPDATE outgoing_mails SET attempted_at = NULL WHERE id = $1';
const DROPPED = 'DELETE FROM outgoing_mails WHERE id = $1 AND sent_at IS NULL';

export interface Recipient {
  /** Null for a deleted account, which gets one last mail. */
  userId: number | null;
  /** The address of this mail. */
  email: string;
  /** Null for an address that its user has not confirmed. */
  name: string | null;
  username: string;
}

/** A mail to send. */
export interface DueMail extends Pick<OutgoingMail, 'id' | 'detail' | 'createdAt' | 'jobId'> {
  kind: MailKind;
  /** No attempt was made before, except those that the limit of mails has ended. */
  isFirst: boolean;
  /** Null if there is no such user, the account is suspended, or the address must not get this mail. */
  recipient: Recipient | null;
  jobTitle: string | null;
  /** The pilot of a thread, in a mail about messages; in another mail, the current pilot of the job. */
  pilotName: string | null;
  clientName: string | null;
  /** The budget, in cents, and the deadline of the job, and whether the recipient is its pilot. */
  terms: { budget: number; deadline: string; deadlineHasTime: boolean; isOfPilot: boolean } | null;
}

interface State extends Pick<DueMail, 'isFirst'> {
  isWorthSending: boolean;
  /** Null if the mail waits for no other one. */
  secondsHeld: number | null;
}

type Row = Omit<DueMail, 'recipient' | 'isFirst'> & (Recipient | { [Field in keyof Recipient]: null });

function toDueMail({ userId, email, name, username, ...mail }: Row): Omit<DueMail, 'isFirst'> {
  return { ...mail, recipient: email === null ? null : { userId, email, name, username } };
}

/** The mails to send: rows that are written in the transaction of their cause. */
@Injectable()
export class MailOutbox {
  constructor(private readonly database: DataSource) {}

  /**
   * Takes a mail for an attempt: further changes of its job and topic cause another one. Returns null if it is sent or deleted, if
   * it has become worthless, or if it waits for the previous mail of its topic, which then has another job.
   */
  async take(id: number): Promise<DueMail | null> {
    const [state] = await this.database.query<State[]>(STATE, [id]);
    if (!state) return null;
    const { isFirst, isWorthSending, secondsHeld } = state;
    if (!isWorthSending) await this.drop(id);
    else if (secondsHeld !== null) await this.postpone(id, secondsHeld);
    else {
      const [row] = await this.database.query<Row[]>(TAKE, [id]);
      return row ? { ...toDueMail(row), isFirst } : null;
    }
    return null;
  }

  async markSent(id: number): Promise<void> {
    await this.database.query(SENT, [id]);
  }

  /** Sends a mail later. Until then, it has the changes of its job and topic. */
  async postpone(id: number, seconds: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(WAITING, [id]);
      await sendJob(manager, 'mail', id, seconds);
    });
  }

  /** Deletes a mail that is not sent, and that has no recipient or whose row would keep the address of a deleted account. */
  async drop(id: number): Promise<void> {
    await this.database.query(DROPPED, [id]);
  }
}
