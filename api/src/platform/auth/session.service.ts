import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import type { Actor } from '@dps/shared-contracts';
import type { PreparedRead } from '../database/pipelined-connection.ts';
import { PreparedReads } from '../database/prepared-reads.ts';
import { Session } from './session.entity.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends after this long, however busy it is. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;

const RESOLVE: PreparedRead = {
  name: 'session',
  text: `
    SELECT users.id, users.role, sessions.last_seen_at < now() - interval '1 minute' AS stale
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.token_hash = $1
      AND sessions.expires_at > now()
      AND sessions.last_seen_at > now() - interval '7 days'`,
};

const TOUCH = `
  UPDATE sessions SET last_seen_at = now()
  WHERE token_hash = $1 AND last_seen_at < now() - interval '1 minute'`;

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Sessions by opaque token: the token is in the browser's cookie, only its hash is here. */
@Injectable()
export class SessionService {
  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    private readonly reads: PreparedReads,
  ) {}

  /** Opens a session and answers its token; the user's ended sessions are forgotten. */
  async open(userId: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.sessions.delete({ userId, expiresAt: LessThan(new Date()) });
    await this.sessions.insert({
      tokenHash: hashToken(token),
      userId,
      expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS),
    });
    return token;
  }

  /** Who a token belongs to; null when there is no such session, or it has ended or lain idle for a week. */
  async resolve(token: string): Promise<Actor | null> {
    const tokenHash = hashToken(token);
    const [row] = await this.reads.rows<Actor & { stale: boolean }>(RESOLVE, [tokenHash]);
    if (!row) return null;
    if (row.stale) await this.sessions.query(TOUCH, [tokenHash]);
    return { id: row.id, role: row.role };
  }

  async revoke(token: string): Promise<void> {
    await this.sessions.delete({ tokenHash: hashToken(token) });
  }
}
