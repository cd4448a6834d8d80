import type { DataSource, EntityManager } from 'typeorm';
import { RETENTION } from '@dps/contract';
import { writeMails } from '../mail/mail.queries.ts';

/** Longer than a part takes. An attempt that ends without a trace is repeated after this time. */
const LEASE = '10 minutes';
const RETRY_AFTER = '1 minute';
const MOST_ATTEMPTS = 3;

const TAKE = `
  WITH due AS (
    SELECT id FROM data_exports WHERE completed_at IS NULL AND failed_at IS NULL AND due_at <= now()
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ), earlier AS (
    DELETE FROM data_export_parts WHERE export_id IN (SELECT id FROM due)
  )
  UPDATE data_exports SET lease = gen_random_uuid(), attempts = attempts + 1, due_at = now() + interval '${LEASE}'
  FROM due WHERE data_exports.id = due.id
  RETURNING data_exports.id, user_id AS "userId", lease, attempts`;
const HOLD = `UPDATE data_exports SET due_at = now() + interval '${LEASE}' WHERE id = $1 AND lease = $2`;
const COMPLETE = `
  WITH completed AS (
    UPDATE data_exports SET completed_at = now(), lease = NULL, expires_at = now() + interval '${RETENTION.exports}'
    WHERE id = $1 AND lease = $2 RETURNING user_id, expires_at
  )
  ${writeMails('export-ready', {
    userId: 'user_id',
    detail: `jsonb_build_object('until', event_time(expires_at))`,
    from: 'FROM completed',
  })}`;
const FAIL = `
  UPDATE data_exports SET lease = NULL, due_at = now() + interval '${RETRY_AFTER}',
    failed_at = CASE WHEN attempts >= ${MOST_ATTEMPTS} THEN now() END
  WHERE id = $1 AND lease = $2 RETURNING failed_at IS NOT NULL AS "isFinal"`;
const RELEASE = `
  UPDATE data_exports SET lease = NULL, due_at = now(), attempts = attempts - 1 WHERE id = $1 AND lease = $2`;
const DELETE_PARTS = 'DELETE FROM data_export_parts WHERE export_id = $1';

/** An export that one process makes. */
export interface LeasedExport {
  id: number;
  userId: number;
  lease: string;
  attempts: number;
}

/** Another attempt makes the export, or it was deleted together with its account. */
export class LeaseLost extends Error {}

/** Leases the export that is due longest, and deletes the parts of an earlier attempt. Null if none is due. */
export async function takeLease(database: DataSource): Promise<LeasedExport | null> {
  const [rows] = await database.query<[LeasedExport[], number]>(TAKE);
  return rows[0] ?? null;
}

/** Renews a lease. Returns false if it is lost. */
export async function holdLease(manager: EntityManager, { id, lease }: LeasedExport): Promise<boolean> {
  const [, held] = await manager.query<[unknown[], number]>(HOLD, [id, lease]);
  return held === 1;
}

/** Completes an export, and mails its user. */
export async function completeExport(database: DataSource, { id, lease }: LeasedExport): Promise<void> {
  await database.query(COMPLETE, [id, lease]);
}

/** Ends a failed attempt. Returns true if it was the last one. */
export async function failExport(database: DataSource, { id, lease }: LeasedExport): Promise<boolean> {
  const [rows] = await database.query<[{ isFinal: boolean }[], number]>(FAIL, [id, lease]);
  const isFinal = rows[0]?.isFinal ?? false;
  if (isFinal) await database.query(DELETE_PARTS, [id]);
  return isFinal;
}

/** Leaves an export to another process, without counting the attempt. */
export async function releaseExport(database: DataSource, { id, lease }: LeasedExport): Promise<void> {
  await database.query(RELEASE, [id, lease]);
}

/** True if processes have ended during all attempts. */
export const isExhausted = ({ attempts }: LeasedExport): boolean => attempts > MOST_ATTEMPTS;
