import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DELIVERABLE_PART_BYTES } from '@dps/contract';
import { hashContent } from '../../platform/files/content-hash.ts';
import type { NewContent } from '../attachments/content/attachment-content.store.ts';
import { AttachmentContents } from '../attachments/content/attachment-contents.ts';
import type { ContentPlace } from '../attachments/content/unclaimed-contents.ts';
import { DataExportPart } from './data-export.entity.ts';
import { holdLease, LeaseLost, type LeasedExport } from './data-export.lease.ts';

/** Yields the bytes in parts of the size that `PartedContent` reads; the last may be shorter. */
async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let collected: Buffer[] = [];
  let size = 0;
  for await (let chunk of bytes) {
    while (size + chunk.length >= DELIVERABLE_PART_BYTES) {
      const room = DELIVERABLE_PART_BYTES - size;
      yield Buffer.concat([...collected, chunk.subarray(0, room)]);
      chunk = chunk.subarray(room);
      collected = [];
      size = 0;
    }
    collected.push(chunk);
    size += chunk.length;
  }
  if (size > 0) yield Buffer.concat(collected);
}

function contentOf(part: Buffer): NewContent {
  return {
    size: part.length,
    ...hashContent(part),
    read: async function* (partBytes) {
      for (let at = 0; at < part.length; at += partBytes)
        yield await Promise.resolve(Buffer.from(part.subarray(at, at + partBytes)));
    },
  };
}

/** Stores the file of an export in parts, of which one is in memory at a time. */
@Injectable()
export class DataExportParts {
  constructor(
    private readonly database: DataSource,
    private readonly contents: AttachmentContents,
  ) {}

  /** Stores a file. Throws LeaseLost if another attempt has taken the export over, or `unavailable`. */
  async store(leased: LeasedExport, file: AsyncIterable<Buffer>): Promise<void> {
    let number = 0;
    for await (const part of inParts(file)) {
      number += 1;
      await this.add(leased, number, contentOf(part));
    }
  }

  private async add(leased: LeasedExport, part: number, content: NewContent): Promise<void> {
    const place = await this.contents.put(content);
    try {
      await this.database.transaction((manager) => this.insert(manager, leased, part, { content, place }));
    } catch (error) {
      await this.contents.abandon(place);
      throw error;
    }
  }

  private async insert(
    manager: EntityManager,
    leased: LeasedExport,
    part: number,
    { content, place }: { content: NewContent; place: ContentPlace },
  ): Promise<void> {
    if (!(await holdLease(manager, leased))) throw new LeaseLost();
    await manager.insert(DataExportPart, {
      exportId: leased.id,
      part,
      size: content.size,
      contentStore: place.store,
      contentKey: place.key,
      contentSha256: content.sha256,
    });
    await this.contents.claim(manager, place);
  }
}
