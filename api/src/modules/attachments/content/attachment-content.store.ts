import type { Readable } from 'node:stream';

/** The contents of files by keys of ours. A key is random, is used once, and tells nothing about its file. */
export abstract class AttachmentContentStore {
  /** Keeps a content, all or nothing. Throws `unavailable`. */
  abstract put(key: string, content: NewContent): Promise<void>;

  /**
   * A content from its first byte on, read as the receiver takes it; destroying the stream lets go of whatever it holds.
   * Throws ContentMissing, or `unavailable`.
   */
  abstract read(key: string): Promise<Readable>;

  /** Forgets a content; one that is not there is forgotten already. Throws `unavailable`. */
  abstract remove(key: string): Promise<void>;
}

/** What is to be kept. */
export interface NewContent {
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** From the first byte on, in parts of this size but for the last. */
  read(partBytes: number): AsyncIterable<Buffer>;
}

/** A content that should be in a store and is not. */
export class ContentMissing extends Error {}

/** The stores of attachments' contents, by the names under which attachments remember them. */
export const CONTENT_STORES = ['database', 's3'] as const;
export type ContentStoreName = (typeof CONTENT_STORES)[number];
