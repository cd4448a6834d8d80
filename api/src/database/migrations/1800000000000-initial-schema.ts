import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';
import { ACCOUNTS } from './initial-schema/accounts.ts';
import { FILES } from './initial-schema/files.ts';
import { FLIGHTS_AND_PAYMENTS } from './initial-schema/flights-and-payments.ts';
import { JOBS } from './initial-schema/jobs.ts';
import { MESSAGES } from './initial-schema/messages.ts';
import { TRAILS } from './initial-schema/trails.ts';

// In the order of their references.
const TABLES = [ACCOUNTS, JOBS, FLIGHTS_AND_PAYMENTS, MESSAGES, FILES, TRAILS];

/** Creates the complete schema. It may change until the first deployment, and later changes are new migrations. */
export class InitialSchema1800000000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of TABLES) await runner.query(statements);
  }
}
