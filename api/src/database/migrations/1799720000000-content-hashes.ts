import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

// A content that is stored already gets its row when it is read first.
const STATEMENTS = [
  `CREATE TABLE content_hashes (
    content_key uuid PRIMARY KEY,
    content_sha256 bytea NOT NULL,
    block_hashes bytea NOT NULL
  )`,
];

/** Creates the table of the hashes with which any block of a content is verified alone. */
export class ContentHashes1799720000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
