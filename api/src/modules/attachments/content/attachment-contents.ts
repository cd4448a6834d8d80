import { randomUUID } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BoundedQueue } from '../../../platform/concurrency/bounded-queue.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { completeRange, type ByteRange } from '../../../platform/http/byte-range.ts';
import { ContentMissing, type NewContent } from './attachment-content.store.ts';
import { ContentStores } from './content-stores.ts';
import { UnclaimedContents, type ContentPlace } from './unclaimed-contents.ts';
import { VerifiedContent } from './verified-content.ts';

/** Each upload takes a database connection or a socket, and a part of its file in memory. */
const PUTS_AT_A_TIME = 2;
const MOST_PUTS_WAITING = 200;

/** A stored content with its expected size, in bytes, and hash. */
export interface StoredContent extends ContentPlace {
  size: number;
  sha256: Buffer;
}

/** Stores and reads the contents of attachments and deliverables, each in the store that its row names. */
@Injectable()
export class AttachmentContents {
  private readonly log = new Logger(AttachmentContents.name);
  private readonly puts = new BoundedQueue(PUTS_AT_A_TIME, MOST_PUTS_WAITING);

  constructor(
    private readonly stores: ContentStores,
    private readonly unclaimed: UnclaimedContents,
  ) {}

  /** Stores a content. The sweep removes it unless an attachment claims it. Throws `unavailable`. */
  put(content: NewContent): Promise<ContentPlace> {
    return this.puts.run(async () => {
      const place = { key: randomUUID(), store: this.stores.current };
      await this.unclaimed.register(place);
      await this.stores.get(place.store).put(place.key, content);
      return place;
    });
  }

  /** Ties a stored content to its attachment, in the transaction that creates it. Throws `unavailable`. */
  claim(manager: EntityManager, { key }: ContentPlace): Promise<void> {
    return this.unclaimed.claim(manager, key);
  }

  /** Removes a stored content unless it was claimed. If this fails, the sweep removes it later. */
  async abandon(place: ContentPlace): Promise<void> {
    try {
      if (await this.unclaimed.release(place.key)) await this.remove(place);
    } catch (error) {
      this.log.warn(`A content without an attachment is not removed yet: ${String(error)}`);
    }
  }

  /** Removes a content from its store and from the list of unclaimed contents. Throws `unavailable`. */
  async remove({ key, store }: ContentPlace): Promise<void> {
    await this.stores.get(store).remove(key);
    await this.unclaimed.forget(key);
  }

  /**
   * Returns a range of a content as a stream that follows its receiver's pace. Throws `unavailable`, or `not_found` for a
   * content that is lost.
   *
   * @param owner the row of the content in the log: `attachment 17`
   */
  async open(content: StoredContent, owner: string, range = completeRange(content)): Promise<Readable> {
    try {
      return await this.read(content, owner, range);
    } catch (error) {
      if (!(error instanceof ContentMissing)) throw error;
      this.log.error(`The content of ${owner} is lost: ${error.message}`);
      throw new DomainError('not_found', { cause: error });
    }
  }

  private async read(
    { key, store, ...expected }: StoredContent,
    owner: string,
    range: ByteRange,
  ): Promise<Readable> {
    const content = await this.stores.get(store).read(key);
    return pipeline(content, new VerifiedContent(expected, range), (error) => {
      // The connection is already cut. A client that disconnected is not a failure.
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
        this.log.warn(`The download of ${owner} failed: ${error.message}`);
      }
    });
  }
}
