import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { UPLOAD_PART_BYTES } from '@dps/contract';
import { hashContent } from '../../platform/files/content-hash.ts';
import type { NewContent } from '../job-files/content/content.store.ts';
import { FileContents } from '../job-files/content/file-contents.ts';
import type { ContentPlace } from '../job-files/content/unclaimed-contents.ts';
import { DataExportPart } from './data-export.entity.ts';
import { holdAttempt, type ExportAttempt } from './data-export.attempt.ts';

/** Yields the bytes in parts of the size that `PartedContent` reads; the last may be shorter. */
async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let collected: Buffer[] = [];
  let size = 0;
  for await (let chunk of bytes) {
    while (size + chunk.length >= UPLOAD_PART_BYTES) {
      const room = UPLOAD_PART_BYTES - size;
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
    private readonly contents: FileContents,
  ) {}

  /** Stores a file. Throws if another attempt has begun or the export is deleted, or `unavailable`. */
  async store(attempt: ExportAttempt, file: AsyncIterable<Buffer>): Promise<void> {
    let number = 0;
    for await (const part of inParts(file)) {
      number += 1;
      await this.add(attempt, number, contentOf(part));
    }
  }

  private async add(attempt: ExportAttempt, part: number, content: NewContent): Promise<void> {
    const place = await this.contents.put(content);
    try {
      await this.database.transaction((manager) => this.insert(manager, attempt, part, { content, place }));
    } catch (error) {
      await this.contents.abandon(place);
      throw error;
    }
  }

  private async insert(
    manager: EntityManager,
    attempt: ExportAttempt,
    part: number,
    { content, place }: { content: NewContent; place: ContentPlace },
  ): Promise<void> {
    if (!(await holdAttempt(manager, attempt))) throw new Error('another attempt has begun');
    await manager.insert(DataExportPart, {
      exportId: attempt.id,
      part,
      size: content.size,
      contentStore: place.store,
      contentKey: place.key,
      contentSha256: content.sha256,
    });
    await this.contents.claim(manager, place);
  }
}
