import { ContentHasher, hashContent, type ContentHash } from './content-hash.ts';
import { Spool } from './spool.ts';

/** A file of which any part can be read. */
export interface RandomAccess {
  /** Bytes. */
  readonly size: number;
  /** Returns the bytes of a range; fewer at the end of the file. */
  readAt(position: number, length: number): Promise<Buffer>;
}

/** A completely received file. */
export interface ReceivedFile extends RandomAccess, ContentHash {
  /** Yields the content in parts of `partBytes`; the last may be shorter. */
  read(partBytes: number): AsyncIterable<Buffer>;
}

/** Stores a file that arrives in parts, and computes its size and hashes. The owner must discard it. */
export class FileIntake {
  private readonly spool = new Spool();
  private readonly hasher = new ContentHasher();

  async push(bytes: Buffer): Promise<void> {
    this.hasher.push(bytes);
    await this.spool.append(bytes);
  }

  /** Returns the file, which stays stored until it is discarded and its readers end. */
  end(): ReceivedFile {
    const { spool } = this;
    return {
      size: spool.size,
      ...this.hasher.end(),
      read: (partBytes) => spool.read(partBytes),
      readAt: (position, length) => spool.readAt(position, length),
    };
  }

  discard(): Promise<void> {
    return this.spool.discard();
  }
}

const READ_BYTES = 1024 * 1024;

/** Yields the bytes of a file in order. */
export async function* partsOf(file: RandomAccess): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.size; at += READ_BYTES) yield await file.readAt(at, READ_BYTES);
}

/** Returns random access to a file in memory, without its hashes. */
export function inMemory(bytes: Buffer): RandomAccess {
  return {
    size: bytes.length,
    readAt: (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
  };
}

/** Returns a file in memory. */
export function fileOf(bytes: Buffer): ReceivedFile {
  return {
    ...inMemory(bytes),
    ...hashContent(bytes),
    async *read(partBytes) {
      for (let at = 0; at < bytes.length; at += partBytes) {
        // A copy: the stores release the memory of each part.
        yield Buffer.from(bytes.subarray(at, at + partBytes));
      }
    },
  };
}
