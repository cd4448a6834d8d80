import type { DataSource, EntityManager } from 'typeorm';
import { RETENTION } from '@dps/contract';
import { enqueueMail } from '../mail/enqueue-mail.ts';

const MOST_ATTEMPTS = 3;

const BEGIN = `
  WITH due AS (
    SELECT id FROM data_exports WHERE id = $1 AND completed_at IS NULL AND failed_at IS NULL FOR UPDATE
  ), earlier AS (
    DELETE FROM data_export_parts WHERE export_id IN (SELECT id FROM due)
  )
  UPDATE data_exports SET attempts = attempts + 1
  FROM due WHERE data_exports.id = due.id
  RETURNING data_exports.id, user_id AS "userId", attempts`;
const HOLD = 'SELECT id FROM data_exports WHERE id = $1 AND attempts = $2 FOR UPDATE';
const COMPLETE = `
  UPDATE data_exports SET completed_at = now(), expires_at = now() + interval '${RETENTION.exports}'
  WHERE id = $1 AND attempts = $2 RETURNING user_id AS "userId", expires_at AS until`;
const FAIL = `
  WITH failed AS (UPDATE data_exports SET failed_at = now() WHERE id = $1 AND attempts = $2 RETURNING id)
  DELETE FROM data_export_parts WHERE export_id IN (SELECT id FROM failed)`;
const RELEASE = 'UPDATE data_exports SET attempts = attempts - 1 WHERE id = $1 AND attempts = $2';

/** An attempt to make an export. Only the latest one may write. */
export interface ExportAttempt {
  id: number;
  userId: number;
  /** The number of this attempt, counted from 1. */
  attempts: number;
}

/** Begins an attempt, and deletes the parts of an earlier one. Null for an export that is finished or deleted. */
export async function beginAttempt(database: DataSource, id: number): Promise<ExportAttempt | null> {
  const [rows] = await database.query<[ExportAttempt[], number]>(BEGIN, [id]);
  return rows[0] ?? null;
}

/** Keeps other attempts from beginning until the end of the transaction. Returns false if one has begun. */
export async function holdAttempt(manager: EntityManager, { id, attempts }: ExportAttempt): Promise<boolean> {
  const rows = await manager.query<unknown[]>(HOLD, [id, attempts]);
  return rows.length === 1;
}

/** Completes an export, and mails its user. */
export async function completeExport(database: DataSource, { id, attempts }: ExportAttempt): Promise<void> {
  await database.transaction(async (manager) => {
    const [rows] = await manager.query<[{ userId: number; until: Date }[], number]>(COMPLETE, [id, attempts]);
    for (const { userId, until } of rows)
      await enqueueMail(manager, { kind: 'export-ready', userId, detail: { until: until.toISOString() } });
  });
}

/** Ends an export for good: its user has to request it again. */
export async function failExport(database: DataSource, { id, attempts }: ExportAttempt): Promise<void> {
  await database.query(FAIL, [id, attempts]);
}

/** Does not count an attempt whose process ends. */
export async function releaseAttempt(database: DataSource, { id, attempts }: ExportAttempt): Promise<void> {
  await database.query(RELEASE, [id, attempts]);
}

/** True for the last attempt. */
export const isLast = ({ attempts }: ExportAttempt): boolean => attempts >= MOST_ATTEMPTS;

/** True if processes have ended during all attempts. */
export const isExhausted = ({ attempts }: ExportAttempt): boolean => attempts > MOST_ATTEMPTS;
