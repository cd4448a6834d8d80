import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RETENTION } from '@dps/contract';

const TOKEN_BYTES = 32;

const CREATE_RESET = `
  INSERT INTO password_resets (token_hash, user_id, expires_at)
  SELECT $1, id, now() + interval '${RETENTION.resetLinks}' FROM users WHERE id = $2 AND email = $3
  RETURNING user_id`;

const CREATE_CONFIRMATION = `
  INSERT INTO email_confirmations (token_hash, user_id, email, expires_at)
  SELECT $1, id, $3, now() + interval '${RETENTION.emailLinks}' FROM users
  WHERE id = $2 AND ((email = $3 AND email_confirmed_at IS NULL) OR pending_email = $3)
  RETURNING user_id`;

// The table has no token without a change. Those of earlier attempts remain.
const CREATE_UNDO = `
  WITH change AS (
    UPDATE email_changes SET token_hashes = token_hashes || $1::bytea WHERE id = $2 AND expires_at > now() RETURNING id
  )
  SELECT id FROM change`;

/** Returns the hash of a token, which the database stores. */
export function hashMailedToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * Tokens of mailed links. Only a mail contains them. Earlier ones remain valid: another attempt to send a mail may follow one
 * that has arrived.
 */
@Injectable()
export class MailedTokens {
  constructor(private readonly database: DataSource) {}

  /** Creates a token that allows its user to choose a new password. Returns null if the address is no longer that of the user. */
  createReset(userId: number, email: string): Promise<string | null> {
    return this.create(CREATE_RESET, userId, email);
  }

  /** Creates a token that confirms an address of a user. Returns null if there is nothing to confirm any more. */
  createConfirmation(userId: number, email: string): Promise<string | null> {
    return this.create(CREATE_CONFIRMATION, userId, email);
  }

  /** Creates a token that undoes a change of the address. Returns null if it can no longer be undone. */
  createUndo(changeId: number): Promise<string | null> {
    return this.create(CREATE_UNDO, changeId);
  }

  private async create(statement: string, ...facts: readonly unknown[]): Promise<string | null> {
    const token = newToken();
    const rows = await this.database.query<unknown[]>(statement, [hashMailedToken(token), ...facts]);
    return rows.length > 0 ? token : null;
  }
}
