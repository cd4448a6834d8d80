import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MailSettingsView, MailTopic } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';

const TOKEN_BYTES = 32;

const READ = 'SELECT off FROM mail_settings WHERE user_id = $1';
const SET = `
  INSERT INTO mail_settings (user_id, unsubscribe_token, off) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET off = excluded.off RETURNING off`;
const UNSUBSCRIBE = `
  UPDATE mail_settings SET off = array_append(array_remove(off, $2), $2) WHERE unsubscribe_token = $1 RETURNING user_id`;
// The update changes nothing, and makes the statement return the row of an earlier mail.
const FOR_MAIL = `
  INSERT INTO mail_settings (user_id, unsubscribe_token) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE SET off = mail_settings.off
  RETURNING off, unsubscribe_token AS "unsubscribeToken"`;

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/** Reads and stores the topics about which users do not get mail. */
@Injectable()
export class MailSettings {
  constructor(private readonly database: DataSource) {}

  /** Returns the topics that a user has switched off: none at first. */
  async read(userId: number): Promise<MailSettingsView> {
    const [row] = await this.database.query<MailSettingsView[]>(READ, [userId]);
    return row ?? { off: [] };
  }

  /** Replaces the topics that a user has switched off. */
  async set(userId: number, off: readonly MailTopic[]): Promise<MailSettingsView> {
    await this.database.query(SET, [userId, newToken(), [...new Set(off)]]);
    return this.read(userId);
  }

  /** Switches one topic off for the user of a mail. Throws `not_found` for an unknown token. */
  async unsubscribe(token: string, topic: MailTopic): Promise<void> {
    const [rows] = await this.database.query<[unknown[], number]>(UNSUBSCRIBE, [token, topic]);
    if (rows.length === 0) throw new DomainError('not_found');
  }

  /** Returns the token for the header of a mail; null if its user has switched the topic off. */
  async tokenFor(userId: number, topic: MailTopic): Promise<string | null> {
    const rows = await this.database.query<(MailSettingsView & { unsubscribeToken: string })[]>(FOR_MAIL, [
      userId,
      newToken(),
    ]);
    const [settings] = rows;
    return settings && !settings.off.includes(topic) ? settings.unsubscribeToken : null;
  }
}
