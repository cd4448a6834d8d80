import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const COLUMNS = `ALTER TABLE payments
  ADD COLUMN card_brand text,
  ADD COLUMN card_last4 text,
  ADD COLUMN refunded_at timestamptz`;

/** Adds the charged card and the time of the newest refund. Both stay null for payments of the previous version. */
export class PaymentCard1798200200000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }
}
