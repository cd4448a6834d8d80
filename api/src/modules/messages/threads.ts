import type { EntityManager } from 'typeorm';
import type { Actor, ThreadParameters } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { AssignmentFacts, Blocks } from './thread.policy.ts';
import { LOCK_FACTS } from './thread.queries.ts';

/** A thread whose job is locked until the transaction ends. */
export interface LockedThread extends Blocks {
  job: AssignmentFacts;
  /** Null before the first message. */
  id: number | null;
}

// A statement of its own: after the lock, it sees what another transaction has committed.
const FIND = `
  SELECT id, own.blocked_at IS NOT NULL AS "isBlockedHere", other.blocked_at IS NOT NULL AS "isBlockedThere"
  FROM threads
    LEFT JOIN thread_members AS own ON own.thread_id = id AND own.user_id = $3
    LEFT JOIN thread_members AS other ON other.thread_id = id AND other.user_id <> $3
  WHERE job_id = $1 AND pilot_id = $2`;

const OPEN = `
  WITH thread AS (INSERT INTO threads (job_id, pilot_id) VALUES ($1, $2) RETURNING id), members AS (
    INSERT INTO thread_members (thread_id, user_id) SELECT id, unnest(ARRAY[$2, $3]::integer[]) FROM thread
  )
  SELECT id FROM thread`;

/** Locks the job of a thread, and reads the thread for the actor, without an access check. Throws `not_found`. */
export async function lockThread(
  manager: EntityManager,
  { id: userId }: Actor,
  { id, pilotId }: ThreadParameters,
): Promise<LockedThread> {
  const [job] = await manager.query<AssignmentFacts[]>(LOCK_FACTS, [id]);
  if (!job) throw new DomainError('not_found');
  const [thread] = await manager.query<Omit<LockedThread, 'job'>[]>(FIND, [id, pilotId, userId]);
  return { id: null, isBlockedHere: false, isBlockedThere: false, ...thread, job };
}

/** Returns the id of a locked thread, and creates it before its first message. */
export async function openThread(
  manager: EntityManager,
  { id: existing, job }: LockedThread,
  { id: jobId, pilotId }: ThreadParameters,
): Promise<number> {
  if (existing !== null) return existing;
  const [thread] = await manager.query<{ id: number }[]>(OPEN, [jobId, pilotId, job.clientId]);
  if (!thread) throw new Error('The database returned no thread');
  return thread.id;
}
