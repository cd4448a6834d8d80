import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const MINUTE_MS = 60_000;

/** Any constant: with a user's id it names the advisory lock of who notes a use of one of the user's sessions. */
const NOTE_LOCK = 1_934_066;

const TAKE_LOCK = 'SELECT pg_try_advisory_xact_lock($1, $2) AS taken';

/** SQL: the use of a session is noted after this time, so that one that is always busy leaves the others their turn. */
export const NOTED_EVERY = `interval '10 minutes'`;

const TOUCH = `
  UPDATE sessions SET last_seen_at = now()
  WHERE token_hash = $1 AND last_seen_at < now() - ${NOTED_EVERY} AND NOT EXISTS (
    SELECT FROM sessions AS other WHERE other.user_id = $2 AND other.last_seen_at > now() - interval '1 minute'
  )`;

/** Notes when sessions were last used: at most one write for a user in a minute, whatever their number and the replicas'. */
@Injectable()
export class SessionActivity {
  /** When this process last tried for a user, oldest first; entries older than a minute mean nothing. */
  private readonly tried = new Map<number, number>();

  constructor(private readonly database: DataSource) {}

  /** Writes that a session was just used, unless one of the user's sessions was noted within the last minute. */
  async note(userId: number, tokenHash: Buffer): Promise<void> {
    const now = performance.now();
    if (now - (this.tried.get(userId) ?? -MINUTE_MS) < MINUTE_MS) return;
    this.forgetBefore(now - MINUTE_MS);
    this.tried.set(userId, now);
    await this.database.transaction(async (manager) => {
      // The lock in a statement of its own: the next one then sees what the process that had it before has written.
      const [lock] = await manager.query<{ taken: boolean }[]>(TAKE_LOCK, [NOTE_LOCK, userId]);
      if (lock?.taken) await manager.query(TOUCH, [tokenHash, userId]);
    });
  }

  private forgetBefore(time: number): void {
    for (const [userId, tried] of this.tried) {
      if (tried > time) return;
      this.tried.delete(userId);
    }
  }
}
