import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { ContentStoreName } from './attachment-content.store.ts';

/** How long an upload may take to claim what it has stored, and how much later that is taken for abandoned. */
const CLAIM_SECONDS = 15 * 60;
const MARGIN_SECONDS = 5 * 60;
/** Whoever removes a content has so long for it; then another one tries. */
const LEASE_SECONDS = 5 * 60;
const RETRY_SECONDS = 5;

const REGISTER = `
  INSERT INTO unclaimed_contents (content_key, content_store, claimable_until, sweep_after)
  VALUES ($1, $2, now() + $3 * interval '1 second', now() + $4 * interval '1 second')`;
// Measured when the statement runs, not when its transaction began.
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

/** The list of contents that no attachment claims. A trigger adds those whose attachment is deleted, however it is. */
@Injectable()
export class UnclaimedContents {
  constructor(private readonly database: DataSource) {}

  /** Writes a content down that is about to be stored. */
  async register({ key, store }: ContentPlace): Promise<void> {
    await this.database.query(REGISTER, [key, store, CLAIM_SECONDS, CLAIM_SECONDS + MARGIN_SECONDS]);
  }

  /** Takes a stored content for an attachment, in the transaction that creates it. Throws `unavailable` when it is too late. */
  async claim(manager: EntityManager, key: string): Promise<void> {
    const [, claimed] = await manager.query<[unknown[], number]>(CLAIM, [key]);
    if (claimed === 1) return;
    throw new DomainError('unavailable', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: 'an upload took too long',
    });
  }

  /**
   * Gives the claim up; answers whether there was one to give up. A transaction whose end nobody heard of may have claimed
   * the content after all, and then it is not for the caller to remove.
   */
  async release(key: string): Promise<boolean> {
    const [, taken] = await this.database.query<[unknown[], number]>(RELEASE, [key, LEASE_SECONDS]);
    return taken === 1;
  }

  /** Some contents that nobody will claim any more. They are the caller's for a few minutes. */
  async lease(most: number): Promise<ContentPlace[]> {
    const [places] = await this.database.query<[ContentPlace[], number]>(LEASE, [most, LEASE_SECONDS]);
    return places;
  }

  /** Crosses a content off that was removed from its store. */
  async forget(key: string): Promise<void> {
    await this.database.query(FORGET, [key]);
  }
}
