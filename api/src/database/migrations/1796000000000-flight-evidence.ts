import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

/** What flight logs say: the figures beside the record, which lists show, and the wide track in a table of its own. */
export class FlightEvidence1796000000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE flight_data ADD COLUMN evidence jsonb');
    await runner.query(
      `CREATE TABLE flight_tracks (
        record_id integer PRIMARY KEY
          CONSTRAINT flight_tracks_record_id_fkey REFERENCES flight_data ON DELETE CASCADE,
        track jsonb NOT NULL
      )`,
    );
  }
}
