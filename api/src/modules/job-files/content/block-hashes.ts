import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import type { ContentHash } from '../../../platform/files/content-hash.ts';

const STORE = `
  INSERT INTO content_hashes (content_key, content_sha256, block_hashes) VALUES ($1, $2, $3)
  ON CONFLICT (content_key) DO UPDATE
  SET content_sha256 = excluded.content_sha256, block_hashes = excluded.block_hashes`;
const FIND = `
  SELECT block_hashes AS "blockHashes" FROM content_hashes WHERE content_key = $1 AND content_sha256 = $2`;
const REMOVE = 'DELETE FROM content_hashes WHERE content_key = $1';

/** The hashes of the blocks of a content. There is no foreign key, because a content is stored before the row that names it. */
@Entity('content_hashes')
export class ContentHashes {
  @PrimaryColumn('uuid', { name: 'content_key' })
  contentKey: string;

  /** The hash of the complete content, which the row that names it has too. */
  @Column('bytea', { name: 'content_sha256' })
  contentSha256: Buffer;

  /** The hashes of its blocks, one after the other. */
  @Column('bytea', { name: 'block_hashes' })
  blockHashes: Buffer;
}

/** Stores the hashes with which any block of a content is verified alone. */
@Injectable()
export class BlockHashes {
  constructor(private readonly database: DataSource) {}

  async store(key: string, { sha256, blockHashes }: ContentHash): Promise<void> {
    await this.database.query(STORE, [key, sha256, blockHashes]);
  }

  /** Returns the hashes for a content with this hash; null if none are stored. */
  async find(key: string, sha256: Buffer): Promise<Buffer | null> {
    const [row] = await this.database.query<Pick<ContentHash, 'blockHashes'>[]>(FIND, [key, sha256]);
    return row?.blockHashes ?? null;
  }

  async remove(key: string): Promise<void> {
    await this.database.query(REMOVE, [key]);
  }
}
