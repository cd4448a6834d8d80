import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SESSION_DAYS, type Actor, type SessionView } from '@dps/contract';
import type { SessionUser } from '../../platform/auth/access.policy.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import type { PreparedRead } from '../../platform/database/pipelined-connection.ts';
import { PreparedReads } from '../../platform/database/prepared-reads.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { mustConfirmEmail } from '../users/email.policy.ts';
import { endSessions, Session } from './session.entity.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum lifetime of a session, regardless of use. */
export const SESSION_LIFETIME_MS = SESSION_DAYS * DAY_MS;

/** The browser repeats the refused call at once. */
const PROOF_SECONDS = 60;

/** Another session of the same user ends the one that was idle longest. */
const MOST_SESSIONS = 100;

const IS_IN_USE = `sessions.expires_at > now() AND sessions.last_seen_at > now() - interval '7 days'`;

// A sign-in over a valid session of the same user proves the right to one change. The first sign-in of a browser proves none.
const OPEN = `
  WITH earlier AS (
    ${endSessions('token_hash = $3')}
  ),
  surplus AS (
    ${endSessions(`token_hash IN (
      SELECT token_hash FROM sessions WHERE user_id = $2 ORDER BY last_seen_at DESC OFFSET ${MOST_SESSIONS - 1}
    )`)}
  )
  INSERT INTO sessions (token_hash, user_id, device, network, expires_at, proof_expires_at)
  SELECT $1, id, $4, $5, now() + ${SESSION_LIFETIME_MS} * interval '1 millisecond',
    (SELECT now() + interval '${PROOF_SECONDS} seconds' FROM earlier AS sessions WHERE user_id = $2 AND ${IS_IN_USE})
  FROM users WHERE id = $2 AND deleted_at IS NULL FOR KEY SHARE
  RETURNING user_id`;

/** SQL: minimum age of `last_seen_at` for an update. Longer than a minute, so that all sessions of a user are updated. */
const NOTED_EVERY = `interval '10 minutes'`;

/** Writes the use of a session, at most once per user and minute: `$1` the session, `$2` its user. */
const NOTE_USE = `
  UPDATE sessions SET last_seen_at = now()
  WHERE token_hash = $1 AND last_seen_at < now() - ${NOTED_EVERY} AND NOT EXISTS (
    SELECT FROM sessions AS other WHERE other.user_id = $2 AND other.last_seen_at > now() - interval '1 minute'
  )`;

/** Uses up a proof. Of two calls with one proof, one changes the row. */
const USE_PROOF = `
  WITH used AS (
    UPDATE sessions SET proof_expires_at = NULL WHERE token_hash = $1 AND proof_expires_at > now() RETURNING user_id
  )
  SELECT user_id FROM used`;

const IS_VALID = `users.suspended_at IS NULL AND users.deleted_at IS NULL AND ${IS_IN_USE}`;

const RESOLVE: PreparedRead = {
  name: 'session',
  text: `
    SELECT users.id, users.role, sessions.last_seen_at < now() - ${NOTED_EVERY} AS stale,
      users.email_confirmed_at IS NOT NULL AS "isConfirmed",
      users.base_latitude AS latitude, users.base_longitude AS longitude
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.token_hash = $1
      AND ${IS_VALID}`,
};

const VALID = `
  SELECT encode(token_hash, 'hex') AS hash FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE token_hash = ANY($1) AND ${IS_VALID}`;

/** SQL: the id of a session for its user. It does not reveal the token. */
const PUBLIC_ID = `left(encode(token_hash, 'hex'), 32)`;

const LIST = `
  SELECT ${PUBLIC_ID} AS id, device, network, event_time(sessions.created_at) AS "signedInAt",
    event_time(last_seen_at) AS "lastSeenAt", token_hash = $2 AS "isCurrent"
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE user_id = $1 AND ${IS_VALID}
  ORDER BY "isCurrent" DESC, last_seen_at DESC, token_hash`;

interface ResolvedSession extends Actor {
  /** The use of the session has to be noted. */
  stale: boolean;
  isConfirmed: boolean;
  /** The base of a pilot. */
  latitude: number | null;
  longitude: number | null;
}

/** The browser of a sign-in. */
export interface SessionClient {
  /** See `deviceName`. */
  device: string | null;
  /** See `clientNetwork`. */
  network: string;
}

/** Returns the hash of a token, which the database stores. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Sessions by opaque token. The browser's cookie holds the token, the database only its hash. */
@Injectable()
export class SessionService {
  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    private readonly reads: PreparedReads,
    @Inject(CONFIG) private readonly config: Pick<Config, 'mail'>,
  ) {}

  /**
   * Opens a session and returns its token. The same statement ends the browser's previous session. If that was a valid one of the
   * same user, the new session has the proof for one change. Throws `invalid_credentials` if the user no longer exists.
   */
  async open(
    userId: number,
    earlier: string | undefined,
    { device, network }: SessionClient,
  ): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const earlierHash = earlier === undefined ? null : hashToken(earlier);
    const values = [hashToken(token), userId, earlierHash, device, network];
    const opened = await this.sessions.query<unknown[]>(OPEN, values);
    if (opened.length === 0) throw new DomainError('invalid_credentials');
    return token;
  }

  /** Returns the user of a token. Null if there is no such session, it has ended, or it was idle for a week. */
  async resolve(token: string): Promise<SessionUser | null> {
    const tokenHash = hashToken(token);
    const [row] = await this.reads.rows<ResolvedSession>(RESOLVE, [tokenHash]);
    if (!row) return null;
    const { stale, isConfirmed, latitude, longitude, ...user } = row;
    if (stale) await this.sessions.query(NOTE_USE, [tokenHash, user.id]);
    return {
      ...user,
      mustConfirmEmail: mustConfirmEmail(isConfirmed, this.config),
      base: latitude === null || longitude === null ? null : { latitude, longitude },
      useProof: () => this.useProof(tokenHash),
    };
  }

  private async useProof(tokenHash: Buffer): Promise<boolean> {
    const used = await this.sessions.query<unknown[]>(USE_PROOF, [tokenHash]);
    return used.length > 0;
  }

  /** Returns those of the tokens whose sessions are valid. The check is no use of a session. */
  async validAmong(tokens: readonly string[]): Promise<Set<string>> {
    const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]));
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
    const rows = await this.sessions.query<{ hash: string }[]>(VALID, [hashes]);
    return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []));
  }

  async revoke(token: string): Promise<void> {
    await this.sessions.query(endSessions('token_hash = $1'), [hashToken(token)]);
  }

  /** Returns the valid sessions of a user: that of `token` first, then the last used ones. */
  list(userId: number, token: string): Promise<SessionView[]> {
    return this.sessions.query(LIST, [userId, hashToken(token)]);
  }

  /** Ends a session of a user. Throws `not_found` if the user has no session with this id. */
  async end(userId: number, id: string): Promise<void> {
    const ending = endSessions(`user_id = $1 AND ${PUBLIC_ID} = $2`);
    const [, ended] = await this.sessions.query<[Session[], number]>(ending, [userId, id]);
    if (ended === 0) throw new DomainError('not_found');
  }

  /** Ends all sessions of a user but that of `token`. */
  async endOthers(userId: number, token: string): Promise<void> {
    await this.sessions.query(endSessions('user_id = $1 AND token_hash <> $2'), [userId, hashToken(token)]);
  }
}
