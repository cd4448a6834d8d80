import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DomainError } from '../errors/domain-error.ts';
import { RateLimit } from './rate-limit.entity.ts';

const HIT = `
  INSERT INTO rate_limits AS counter (key, hits, resets_at)
  VALUES ($1, 1, now() + $2 * interval '1 second')
  ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN counter.resets_at <= now() THEN 1 ELSE counter.hits + 1 END,
    resets_at = CASE WHEN counter.resets_at <= now() THEN excluded.resets_at ELSE counter.resets_at END
  RETURNING hits, ceil(extract(epoch FROM resets_at - now()))::int AS "secondsLeft"`;

const CLEAN_EVERY_MS = 60_000;

interface Limit {
  key: string;
  most: number;
  windowSeconds: number;
}

/** Counts hits in PostgreSQL, so that several replicas share the limits. */
@Injectable()
export class RateLimiter {
  private cleanedAt = Date.now();

  constructor(@InjectRepository(RateLimit) private readonly limits: Repository<RateLimit>) {}

  /** Counts one hit. Throws `rate_limited` once there are more than the limit allows in its window. */
  async hit(limit: Limit): Promise<void> {
    await this.clean();
    const [row] = await this.limits.query<{ hits: number; secondsLeft: number }[]>(HIT, [
      limit.key,
      limit.windowSeconds,
    ]);
    if (row && row.hits > limit.most) {
      throw new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, row.secondsLeft) });
    }
  }

  /** Takes one hit back. */
  async refund(key: string): Promise<void> {
    await this.limits.decrement({ key }, 'hits', 1);
  }

  /** Forgets every hit. */
  async forget(key: string): Promise<void> {
    await this.limits.delete({ key });
  }

  private async clean(): Promise<void> {
    if (Date.now() - this.cleanedAt < CLEAN_EVERY_MS) return;
    this.cleanedAt = Date.now();
    await this.limits.query('DELETE FROM rate_limits WHERE resets_at <= now()');
  }
}
