import type { MailKind } from './outgoing-mail.entity.ts';

/** Mails to write, each of the parts in SQL. */
interface NewMails {
  /** The user's id. */
  userId: string;
  /** A JSON object with the facts. */
  detail: string;
  /** The rows with a mail each: `FROM …`. */
  from: string;
}

/** SQL: writes mails to users, in the transaction of their cause. */
export const writeMails = (kind: MailKind, { userId, detail, from }: NewMails) => `
  INSERT INTO outgoing_mails (kind, user_id, detail) SELECT '${kind}', ${userId}, ${detail} ${from}`;
