import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BLOCK_BYTES } from '../../../platform/files/content-hash.ts';
import { releaseMemory } from '../../../platform/files/spool.ts';
import type { ByteRange } from '../../../platform/http/byte-range.ts';
import { ContentStore, ContentMissing, type NewContent } from './content.store.ts';

const WRITE_PART = 'INSERT INTO content_parts (content_key, part, content) VALUES ($1, $2, $3)';
const READ_PART = 'SELECT content FROM content_parts WHERE content_key = $1 AND part = $2';
const REMOVE = 'DELETE FROM content_parts WHERE content_key = $1';

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/**
 * Stores contents in PostgreSQL, so that memory never holds a complete file. Each block is a part: small enough for the driver to copy
 * quickly, and large enough for few statements per file.
 */
@Injectable()
export class DatabaseContentStore extends ContentStore {
  constructor(private readonly database: DataSource) {
    super();
  }

  put(key: string, content: NewContent): Promise<void> {
    return this.database.transaction(async (manager) => {
      let part = 0;
      for await (const bytes of content.read(BLOCK_BYTES)) {
        await manager.query(WRITE_PART, [key, part, bytes]);
        part += 1;
        releaseMemory(bytes);
      }
    });
  }

  async read(key: string, { start, end }: ByteRange): Promise<Readable> {
    const part = start / BLOCK_BYTES;
    const first = await this.readPart(key, part);
    if (!first) throw new ContentMissing(`Part ${part} of ${key} is not in the database`);
    const rest = this.parts(key, part + 1, Math.ceil(end / BLOCK_BYTES));
    return Readable.from(startingWith(first, rest), { objectMode: false });
  }

  async remove(key: string): Promise<void> {
    await this.database.query(REMOVE, [key]);
  }

  /** Yields the parts from `part` up to and without `end`; fewer if one is missing. */
  private async *parts(key: string, part: number, end: number): AsyncGenerator<Buffer> {
    for (let next = part; next < end; next += 1) {
      const bytes = await this.readPart(key, next);
      if (!bytes) return;
      yield bytes;
    }
  }

  private async readPart(key: string, part: number): Promise<Buffer | null> {
    const [row] = await this.database.query<{ content: Buffer }[]>(READ_PART, [key, part]);
    return row?.content ?? null;
  }
}
