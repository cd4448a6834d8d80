import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { AttachmentContent } from './attachment-content.entity.ts';

const CHUNK_BYTES = 512 * 1024;

const READ_CHUNK = `
  SELECT substring(content FROM $2 FOR $3) AS chunk FROM attachment_contents WHERE attachment_id = $1`;

/** Where the bytes of attachments are. */
@Injectable()
export class AttachmentContentStore {
  constructor(
    @InjectRepository(AttachmentContent) private readonly contents: Repository<AttachmentContent>,
  ) {}

  /** Keeps the bytes of a new attachment, in the transaction that creates it. */
  async put(manager: EntityManager, attachmentId: number, content: Buffer): Promise<void> {
    await manager.insert(AttachmentContent, { attachmentId, content });
  }

  /** The `size` bytes of an attachment, read a part at a time as the receiver takes them. */
  read(attachmentId: number, size: number): Readable {
    return Readable.from(this.chunks(attachmentId, size), { objectMode: false });
  }

  private async *chunks(attachmentId: number, size: number): AsyncGenerator<Buffer> {
    for (let offset = 0; offset < size; offset += CHUNK_BYTES) {
      const parameters = [attachmentId, offset + 1, CHUNK_BYTES];
      const [row] = await this.contents.query<{ chunk: Buffer }[]>(READ_CHUNK, parameters);
      if (!row) throw new Error('The attachment was deleted while it was read');
      yield row.chunk;
    }
  }
}
