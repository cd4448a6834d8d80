import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

// The primary key allows one address per user.
const TABLE = `
  CREATE TABLE calendar_feeds (
    user_id integer PRIMARY KEY CONSTRAINT calendar_feeds_user_id_fkey REFERENCES users ON DELETE CASCADE,
    token text NOT NULL CONSTRAINT calendar_feeds_token_key UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now()
  )`;

/** Creates the table of calendar addresses. */
export class CalendarFeeds1798600000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }
}
