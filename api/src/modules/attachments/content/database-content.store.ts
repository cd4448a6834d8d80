import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { copyIn, int32, type BinaryRow } from '../../../platform/database/copy-in.ts';
import { AttachmentContentStore, ContentMissing, type NewContent } from './attachment-content.store.ts';

/** What a download reads at a time. */
const PART_BYTES = 512 * 1024;

const WRITE_PARTS = 'COPY attachment_parts (content_key, part, content) FROM STDIN (FORMAT binary)';
const READ_PART = 'SELECT content FROM attachment_parts WHERE content_key = $1 AND part = $2';
const REMOVE = 'DELETE FROM attachment_parts WHERE content_key = $1';

async function* rowsOf(key: string, content: NewContent): AsyncGenerator<BinaryRow> {
  const keyBytes = Buffer.from(key.replaceAll('-', ''), 'hex');
  let part = 0;
  for await (const bytes of content.read(PART_BYTES)) {
    yield [Buffer.from(keyBytes), int32(part), bytes];
    part += 1;
  }
}

/** Contents in PostgreSQL, in parts: neither side ever holds a file as a whole. */
@Injectable()
export class DatabaseContentStore extends AttachmentContentStore {
  constructor(private readonly database: DataSource) {
    super();
  }

  put(key: string, content: NewContent): Promise<void> {
    return copyIn(this.database, WRITE_PARTS, rowsOf(key, content));
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
