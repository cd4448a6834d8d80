import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DomainError } from '../errors/domain-error.ts';
import { RateLimit } from './rate-limit.entity.ts';

const HIT = `
  INSERT INTO rate_limits AS counter (key, hits, resets_at)
  SELECT key, hits, now() + seconds * interval '1 second'
  FROM unnest($1::text[], $2::int[], $3::int[]) AS hit (key, seconds, hits)
  ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN counter.resets_at <= now() THEN excluded.hits ELSE counter.hits + excluded.hits END,
    resets_at = CASE WHEN counter.resets_at <= now() THEN excluded.resets_at ELSE counter.resets_at END
  RETURNING key, hits, ceil(extract(epoch FROM resets_at - now()))::int AS "secondsLeft"`;

const REFUND = 'UPDATE rate_limits SET hits = hits - 1 WHERE key = $1 AND hits > 0';

const STORE = `
  INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, 0, now() + $2 * interval '1 second')
  ON CONFLICT (key) DO UPDATE SET resets_at = excluded.resets_at`;

const IS_STORED = 'SELECT FROM rate_limits WHERE key = $1 AND resets_at > now()';

/** A limit: at most `most` hits of a key in a window that starts with its first hit. */
export interface Limit {
  key: string;
  most: number;
  windowSeconds: number;
  /** Hits of one call, by default 1. */
  hits?: number;
}

/**
 * Returns the key of a counter. The parts are hashed, because they may be long, and may contain an address or a password
 * that a user typed into the wrong field.
 */
export function limitKey(purpose: string, ...parts: readonly (string | number)[]): string {
  return `${purpose}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** A counter beyond its limit. */
interface Exceeded {
  key: string;
  /** Seconds until its window ends, at least 1. */
  secondsLeft: number;
}

/** Returns the error for a sender who may try again after this time. */
export function rateLimited(retryAfterSeconds: number): DomainError {
  return new DomainError('rate_limited', { retryAfterSeconds });
}

/** Counts hits in PostgreSQL, so that several replicas share the limits. */
@Injectable()
export class RateLimiter {
  constructor(@InjectRepository(RateLimit) private readonly limits: Repository<RateLimit>) {}

  /** Counts the hits of each key, in one statement. Returns the keys that are now beyond their limits. */
  async exceeded(limits: readonly Limit[]): Promise<Exceeded[]> {
    // Concurrent statements lock the counters in the same order, so that none waits for the other in a circle.
    const sorted = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const rows = await this.limits.query<(Exceeded & { hits: number })[]>(HIT, [
      sorted.map(({ key }) => key),
      sorted.map(({ windowSeconds }) => windowSeconds),
      sorted.map(({ hits = 1 }) => hits),
    ]);
    return rows.flatMap(({ key, hits, secondsLeft }) => {
      const most = limits.find((limit) => limit.key === key)?.most ?? 0;
      return hits > most ? [{ key, secondsLeft: Math.max(1, secondsLeft) }] : [];
    });
  }

  /** Counts the hits of each key. Throws `rate_limited` beyond a limit. */
  async hit(...limits: readonly Limit[]): Promise<void> {
    const exceeded = await this.exceeded(limits);
    if (exceeded.length > 0) throw rateLimited(Math.max(...exceeded.map(({ secondsLeft }) => secondsLeft)));
  }

  /** Removes one hit. */
  async refund(key: string): Promise<void> {
    await this.limits.query(REFUND, [key]);
  }

  /** Deletes a counter. */
  async forget(key: string): Promise<void> {
    await this.limits.delete({ key });
  }

  /** Stores a key without hits for this time, and renews a stored one. */
  async store(key: string, seconds: number): Promise<void> {
    await this.limits.query(STORE, [key, seconds]);
  }

  /** True if a key is stored and its time has not ended. */
  async isStored(key: string): Promise<boolean> {
    const rows = await this.limits.query<object[]>(IS_STORED, [key]);
    return rows.length > 0;
  }
}
