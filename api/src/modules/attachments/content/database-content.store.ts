import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { releaseMemory } from '../../../platform/files/spool.ts';
import { AttachmentContentStore, ContentMissing, type NewContent } from './attachment-content.store.ts';

/** Small enough for the driver to copy quickly, and large enough for few statements per file. */
const PART_BYTES = 512 * 1024;

const WRITE_PART = 'INSERT INTO attachment_parts (content_key, part, content) VALUES ($1, $2, $3)';
const READ_PART = 'SELECT content FROM attachment_parts WHERE content_key = $1 AND part = $2';
const REMOVE = 'DELETE FROM attachment_parts WHERE content_key = $1';

/** Stores contents in PostgreSQL, in parts, so that memory never holds a complete file. */
@Injectable()
export class DatabaseContentStore extends AttachmentContentStore {
  constructor(private readonly database: DataSource) {
    super();
  }

  put(key: string, content: NewContent): Promise<void> {
    return this.database.transaction(async (manager) => {
      let part = 0;
      for await (const bytes of content.read(PART_BYTES)) {
        await manager.query(WRITE_PART, [key, part, bytes]);
        part += 1;
        releaseMemory(bytes);
      }
    });
  }

  async read(key: string): Promise<Readable> {
    const first = await this.readPart(key, 0);
    if (!first) throw new ContentMissing(`No part of ${key} is in the database`);
    return Readable.from(this.partsFrom(key, first), { objectMode: false });
  }

  async remove(key: string): Promise<void> {
    await this.database.query(REMOVE, [key]);
  }

  private async *partsFrom(key: string, first: Buffer): AsyncGenerator<Buffer> {
    let bytes: Buffer | null = first;
    for (let part = 1; bytes; part += 1) {
      yield bytes;
      bytes = bytes.length < PART_BYTES ? null : await this.readPart(key, part);
    }
  }

  private async readPart(key: string, part: number): Promise<Buffer | null> {
    const [row] = await this.database.query<{ content: Buffer }[]>(READ_PART, [key, part]);
    return row?.content ?? null;
  }
}
