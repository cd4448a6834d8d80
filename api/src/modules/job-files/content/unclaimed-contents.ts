import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { ContentStoreName } from './content.store.ts';

/** Maximum time for an upload to claim its content, and the delay after it until the sweep. */
const CLAIM_SECONDS = 15 * 60;
const MARGIN_SECONDS = 5 * 60;
/** Time for a caller to remove a leased content before another one may lease it. */
const LEASE_SECONDS = 5 * 60;
const RETRY_SECONDS = 5;

const REGISTER = `
  INSERT INTO unclaimed_contents (content_key, content_store, claimable_until, sweep_after)
  VALUES ($1, $2, now() + $3 * interval '1 second', now() + $4 * interval '1 second')`;
// The time of the statement, not of the start of its transaction.
const CLAIM = `
  DELETE FROM unclaimed_contents WHERE content_key = $1 AND claimable_until > clock_timestamp()`;
const RELEASE = `
  UPDATE unclaimed_contents SET claimable_until = NULL, sweep_after = now() + $2 * interval '1 second'
  WHERE content_key = $1`;
const FORGET = 'DELETE FROM unclaimed_contents WHERE content_key = $1';
const LEASE = `
  UPDATE unclaimed_contents SET claimable_until = NULL, sweep_after = now() + $2 * interval '1 second'
  WHERE content_key IN (
    SELECT content_key FROM unclaimed_contents WHERE sweep_after <= now()
    ORDER BY sweep_after LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  RETURNING content_key AS key, content_store AS store`;

export interface ContentPlace {
  key: string;
  store: ContentStoreName;
}

/** The list of contents that no row names. A trigger adds the content of each deleted part. */
@Injectable()
export class UnclaimedContents {
  constructor(private readonly database: DataSource) {}

  /** Adds a content before it is stored. */
  async register({ key, store }: ContentPlace): Promise<void> {
    await this.database.query(REGISTER, [key, store, CLAIM_SECONDS, CLAIM_SECONDS + MARGIN_SECONDS]);
  }

  /** Removes a content from the list in the transaction that creates its row. Throws `unavailable` after the deadline. */
  async claim(manager: EntityManager, key: string): Promise<void> {
    const [, claimed] = await manager.query<[unknown[], number]>(CLAIM, [key]);
    if (claimed === 1) return;
    throw new DomainError('unavailable', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: 'an upload took too long',
    });
  }

  /**
   * Releases an unclaimed content. Returns false if it was claimed: a transaction whose result was lost may have committed,
   * and the caller must not remove the content.
   */
  async release(key: string): Promise<boolean> {
    const [, taken] = await this.database.query<[unknown[], number]>(RELEASE, [key, LEASE_SECONDS]);
    return taken === 1;
  }

  /** Leases due contents to the caller for a few minutes. */
  async lease(most: number): Promise<ContentPlace[]> {
    const [places] = await this.database.query<[ContentPlace[], number]>(LEASE, [most, LEASE_SECONDS]);
    return places;
  }

  /** Removes a content from the list after its removal from the store. */
  async forget(key: string): Promise<void> {
    await this.database.query(FORGET, [key]);
  }
}
