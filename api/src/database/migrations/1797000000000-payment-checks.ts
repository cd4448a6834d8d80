import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

/** Payments remember when the sweep may look them up next, and how often they have changed. */
export class PaymentChecks1797000000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    // The defaults serve a replica of the version before, which names none of these columns.
    await runner.query(`ALTER TABLE payments
      ADD COLUMN checks integer NOT NULL DEFAULT 0,
      ADD COLUMN check_after timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN version integer NOT NULL DEFAULT 1`);
  }
}
