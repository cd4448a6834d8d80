import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { UPLOAD_PART_BYTES } from '@dps/contract';
import { completeRange, type ByteRange } from '../../../platform/http/byte-range.ts';
import type { RandomAccess } from '../../../platform/files/received-file.ts';
import type { ContentStoreName } from './content.store.ts';
import type { FileContents } from './file-contents.ts';

/** The row of a part: a separate content of a store. */
export interface StoredPart {
  part: number;
  /** Bytes: `UPLOAD_PART_BYTES`, except in the last part. */
  size: number;
  contentStore: ContentStoreName;
  contentKey: string;
  contentSha256: Buffer;
}

/** A range of a part. */
interface Slice {
  part: StoredPart;
  range: ByteRange;
}

/** The content of a large file, whose parts are separate contents of the stores. */
export class PartedContent implements RandomAccess {
  readonly size: number;
  /** The part that was read last, so that several small reads take one part from the store. */
  private latest: { part: StoredPart; bytes: Buffer } | null = null;

  /**
   * @param owner the row of the file in the log: `deliverable 17`
   * @param parts all parts in order
   */
  constructor(
    private readonly contents: FileContents,
    private readonly owner: string,
    private readonly parts: readonly StoredPart[],
  ) {
    this.size = parts.reduce((sum, { size }) => sum + size, 0);
  }

  /** Returns the bytes of a range; fewer at the end of the file. Throws `unavailable` or `not_found`. */
  async readAt(position: number, length: number): Promise<Buffer> {
    const read: Buffer[] = [];
    for (const { part, range } of this.slicesOf({ start: position, end: position + length }))
      read.push((await this.bytesOf(part)).subarray(range.start, range.end));
    return Buffer.concat(read);
  }

  /** The strong entity tag of the file, which follows from the hashes of its parts. */
  get etag(): string {
    const hash = createHash('sha256');
    for (const { contentSha256 } of this.parts) hash.update(contentSha256);
    return `"${hash.digest('base64url')}"`;
  }

  /**
   * Returns a range of the file as a stream that follows its receiver's pace. Reads only the parts that the range touches.
   * Throws `unavailable` or `not_found`.
   */
  async open(range: ByteRange): Promise<Readable> {
    const [first, ...rest] = this.slicesOf(range);
    if (!first) throw new Error('The range is outside the file');
    // The first part is opened before the response starts, so that a failing store gets an error response.
    return Readable.from(this.stream(await this.openSlice(first), rest), { objectMode: false });
  }

  private slicesOf({ start, end }: ByteRange): Slice[] {
    return this.parts.flatMap((part, index) => {
      const offset = index * UPLOAD_PART_BYTES;
      const range = { start: Math.max(start - offset, 0), end: Math.min(end - offset, part.size) };
      return range.start < range.end ? [{ part, range }] : [];
    });
  }

  private async *stream(first: Readable, rest: readonly Slice[]): AsyncGenerator<Buffer> {
    yield* first;
    for (const slice of rest) yield* await this.openSlice(slice);
  }

  private async bytesOf(part: StoredPart): Promise<Buffer> {
    if (this.latest?.part === part) return this.latest.bytes;
    const bytes = await buffer(await this.openSlice({ part, range: completeRange(part) }));
    this.latest = { part, bytes };
    return bytes;
  }

  private openSlice({ part: row, range }: Slice): Promise<Readable> {
    const { part, contentStore, contentKey, size, contentSha256 } = row;
    const stored = { store: contentStore, key: contentKey, size, sha256: contentSha256 };
    return this.contents.open(stored, `${this.owner}, part ${part}`, range);
  }
}
