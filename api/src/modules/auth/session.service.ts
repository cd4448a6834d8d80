import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Actor } from '@dps/shared-contracts';
import { violatesForeignKey } from '../../platform/database/database-errors.ts';
import type { PreparedRead } from '../../platform/database/pipelined-connection.ts';
import { PreparedReads } from '../../platform/database/prepared-reads.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { Session } from './session.entity.ts';
import { NOTED_EVERY, SessionActivity } from './session-activity.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends after this long, however busy it is. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;

/** A user who signs in again and again without signing out ends the sessions that lay idle longest. */
const MOST_SESSIONS = 100;

const OPEN = `
  WITH earlier AS (DELETE FROM sessions WHERE token_hash = $3),
  surplus AS (
    DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions WHERE user_id = $2 ORDER BY last_seen_at DESC OFFSET ${MOST_SESSIONS - 1}
    )
  )
  INSERT INTO sessions (token_hash, user_id, expires_at)
  VALUES ($1, $2, now() + ${SESSION_LIFETIME_MS} * interval '1 millisecond')`;

const RESOLVE: PreparedRead = {
  name: 'session',
  text: `
    SELECT users.id, users.role, sessions.last_seen_at < now() - ${NOTED_EVERY} AS stale
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.token_hash = $1
      AND sessions.expires_at > now()
      AND sessions.last_seen_at > now() - interval '7 days'`,
};

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Sessions by opaque token: the token is in the browser's cookie, only its hash is here. */
@Injectable()
export class SessionService {
  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    private readonly reads: PreparedReads,
    private readonly activity: SessionActivity,
  ) {}

  /**
   * Opens a session and answers its token. The session that the browser had ends in the same moment. Throws
   * `invalid_credentials` when the user is gone.
   */
  async open(userId: number, earlier: string | undefined): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const earlierHash = earlier === undefined ? null : hashToken(earlier);
    await this.sessions.query(OPEN, [hashToken(token), userId, earlierHash]).catch((error: unknown) => {
      throw violatesForeignKey(error, 'sessions_user_id_fkey')
        ? new DomainError('invalid_credentials')
        : error;
    });
    return token;
  }

  /** Who a token belongs to; null when there is no such session, or it has ended or lain idle for a week. */
  async resolve(token: string): Promise<Actor | null> {
    const tokenHash = hashToken(token);
    const [row] = await this.reads.rows<Actor & { stale: boolean }>(RESOLVE, [tokenHash]);
    if (!row) return null;
    if (row.stale) await this.activity.note(row.id, tokenHash);
    return { id: row.id, role: row.role };
  }

  async revoke(token: string): Promise<void> {
    await this.sessions.delete({ tokenHash: hashToken(token) });
  }
}
