import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

const SEARCHED = String.raw`(title || E'\x1f' || description || E'\x1f' || location)`;

// The pairs start at the odd and at the even positions. The separator of the searched fields also separates the pairs.
const SHORT_TEXTS = String.raw`
  CREATE OR REPLACE FUNCTION short_texts(searched text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN string_to_array(lower(searched), NULL)
      || string_to_array(regexp_replace(lower(searched), '(..)', E'\\1\x1f', 'g'), E'\x1f')
      || string_to_array(regexp_replace(substr(lower(searched), 2), '(..)', E'\\1\x1f', 'g'), E'\x1f')`;

// The API measures how common a text is. Statistics would evaluate the function for 30,000 rows at each ANALYZE.
const NO_STATISTICS = 'ALTER INDEX jobs_open_short_text_idx ALTER COLUMN 1 SET STATISTICS 0';

/** Adds an index of all texts of one and two characters in open jobs, which have no trigram. */
export class ShortTexts1798400100000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SHORT_TEXTS);
    await createIndexConcurrently(runner, {
      name: 'jobs_open_short_text_idx',
      // Without a pending list, as the text index. The collation makes comparisons of the index's keys fast.
      on: `jobs USING gin (short_texts(${SEARCHED}) COLLATE "C") WITH (fastupdate = off)
        WHERE status = 'pending' AND pilot_id IS NULL`,
    });
    await runner.query(NO_STATISTICS);
  }
}
