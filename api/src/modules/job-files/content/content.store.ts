import type { Readable } from 'node:stream';
import type { ContentHash } from '../../../platform/files/content-hash.ts';
import type { ByteRange } from '../../../platform/http/byte-range.ts';

/** Stores contents of files by key. A key is random, is used once, and reveals nothing about its file. */
export abstract class ContentStore {
  /** Stores a content atomically. Throws `unavailable`. */
  abstract put(key: string, content: NewContent): Promise<void>;

  /**
   * Returns blocks of a content as a stream with backpressure. Destroying the stream releases its resources. Throws
   * ContentMissing or `unavailable`.
   *
   * @param blocks a range of complete blocks: see `blocksOf`
   */
  abstract read(key: string, blocks: ByteRange): Promise<Readable>;

  /** Removes a content, if it exists. Throws `unavailable`. */
  abstract remove(key: string): Promise<void>;
}

/** A content to store. */
export interface NewContent extends ContentHash {
  /** Bytes. */
  size: number;
  /** Yields the content in parts of `partBytes`; the last may be shorter. */
  read(partBytes: number): AsyncIterable<Buffer>;
}

/** The store does not have the content, or a damaged one. */
export class ContentMissing extends Error {}

/** Names of the stores, as rows refer to them. */
export const CONTENT_STORES = ['database', 's3'] as const;
export type ContentStoreName = (typeof CONTENT_STORES)[number];
