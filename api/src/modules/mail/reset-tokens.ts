import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RETENTION } from '@dps/contract';

const TOKEN_BYTES = 32;

const CREATE = `
  INSERT INTO password_resets (token_hash, user_id, expires_at)
  VALUES ($1, $2, now() + interval '${RETENTION.resetLinks}')`;

/** Returns the hash of a token, which the database stores. */
export function hashResetToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Tokens that allow their user to choose a new password. Only a mail contains them. */
@Injectable()
export class ResetTokens {
  constructor(private readonly database: DataSource) {}

  /** Creates a token. Earlier ones remain valid: another attempt to send a mail may follow one that has arrived. */
  async create(userId: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.database.query(CREATE, [hashResetToken(token), userId]);
    return token;
  }
}
