import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pipeline, type Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BoundedQueue } from '../../../platform/concurrency/bounded-queue.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { blocksOf } from '../../../platform/files/content-hash.ts';
import { completeRange, type ByteRange } from '../../../platform/http/byte-range.ts';
import { ContentMissing, type NewContent } from './content.store.ts';
import { BlockHashes } from './block-hashes.ts';
import { ContentStores } from './content-stores.ts';
import { UnclaimedContents, type ContentPlace } from './unclaimed-contents.ts';
import { VerifiedContent } from './verified-content.ts';

/** Each upload takes a database connection or a socket, and a part of its file in memory. */
const PUTS_AT_A_TIME = 2;
const MOST_WAITING = 200;
const RETRY_SECONDS = 10;

/** The error for a store that fails while a content is read. */
const unavailable = (cause: unknown) =>
  new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS, cause });

/** A stored content with its expected size, in bytes, and hash. */
export interface StoredContent extends ContentPlace {
  size: number;
  sha256: Buffer;
}

/** Stores and reads the contents of files, each in the store that its row names. */
@Injectable()
export class FileContents {
  private readonly log = new Logger(FileContents.name);
  private readonly puts = new BoundedQueue(PUTS_AT_A_TIME, MOST_WAITING);

  constructor(
    private readonly stores: ContentStores,
    private readonly unclaimed: UnclaimedContents,
    private readonly hashes: BlockHashes,
  ) {}

  /** Stores a content. The sweep removes it unless a row claims it. Throws `unavailable`. */
  put(content: NewContent): Promise<ContentPlace> {
    return this.puts.run(async () => {
      const place = { key: randomUUID(), store: this.stores.current };
      await this.unclaimed.register(place);
      await this.hashes.store(place.key, content);
      await this.stores.get(place.store).put(place.key, content);
      return place;
    });
  }

  /** Ties a stored content to its row, in the transaction that creates it. Throws `unavailable`. */
  claim(manager: EntityManager, { key }: ContentPlace): Promise<void> {
    return this.unclaimed.claim(manager, key);
  }

  /** Removes a stored content unless it was claimed. If this fails, the sweep removes it later. */
  async abandon(place: ContentPlace): Promise<void> {
    try {
      if (await this.unclaimed.release(place.key)) await this.remove(place);
    } catch (error) {
      this.log.warn(`A content without a row is not removed yet: ${String(error)}`);
    }
  }

  /** Removes a content from its store and from the list of unclaimed contents. Throws `unavailable`. */
  async remove({ key, store }: ContentPlace): Promise<void> {
    await this.stores.get(store).remove(key);
    await this.hashes.remove(key);
    await this.unclaimed.forget(key);
  }

  /**
   * Returns a range of a content as a stream that follows its receiver's pace. Reads only the blocks that the range touches.
   * Throws `unavailable`, or `not_found` for a content that is lost.
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

  private async read(content: StoredContent, owner: string, range: ByteRange): Promise<Readable> {
    const { key, store, size } = content;
    const blockHashes = await this.hashes.find(key, content.sha256);
    if (!blockHashes) throw new ContentMissing('The hashes of its blocks are not stored');
    const blocks = await this.stores.get(store).read(key, blocksOf(range, size));
    const verified = pipeline(blocks, new VerifiedContent({ size, blockHashes }, range), (error) => {
      // A client that disconnected is not a failure.
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
        this.log.warn(`The download of ${owner} failed: ${error.message}`);
      }
    });
    // A failure before the response starts gets an error response. A later one cuts the connection.
    await once(verified, 'readable').catch((error: unknown) => {
      throw error instanceof ContentMissing ? error : unavailable(error);
    });
    return verified;
  }
}
