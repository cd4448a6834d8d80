import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AttachmentContent } from '../attachment-content.entity.ts';
import { ContentMissing } from './attachment-content.store.ts';

const SLICE_BYTES = 512 * 1024;

const READ_SLICE = `
  SELECT substring(content FROM $2 FOR $3) AS slice FROM attachment_contents WHERE attachment_id = $1`;

/** The contents of attachments from before there were stores: one row for each, which goes with its attachment. */
@Injectable()
export class RowContents {
  constructor(
    @InjectRepository(AttachmentContent) private readonly contents: Repository<AttachmentContent>,
  ) {}

  /** The `size` bytes of an attachment, read a slice at a time as the receiver takes them. Throws ContentMissing. */
  async read(attachmentId: number, size: number): Promise<Readable> {
    const first = await this.readSlice(attachmentId, 0);
    return Readable.from(this.slicesFrom(attachmentId, first, size), { objectMode: false });
  }

  private async *slicesFrom(attachmentId: number, first: Buffer, size: number): AsyncGenerator<Buffer> {
    yield first;
    for (let offset = SLICE_BYTES; offset < size; offset += SLICE_BYTES) {
      yield await this.readSlice(attachmentId, offset);
    }
  }

  private async readSlice(attachmentId: number, offset: number): Promise<Buffer> {
    const parameters = [attachmentId, offset + 1, SLICE_BYTES];
    const [row] = await this.contents.query<{ slice: Buffer }[]>(READ_SLICE, parameters);
    if (!row) throw new ContentMissing(`The row of attachment ${attachmentId} is gone`);
    return row.slice;
  }
}
