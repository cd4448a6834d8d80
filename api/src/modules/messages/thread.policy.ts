import { type Actor, type JobFacts, type ThreadState } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { requireJobAccess, type JobPermission } from '../jobs/job.policy.ts';

/** The job of a thread, as far as access depends on it. */
export interface ThreadFacts extends JobFacts {
  formerPilotIds: readonly number[];
}

/** The job of a thread in which a party wants to write. */
export interface AssignmentFacts extends ThreadFacts {
  /** Whether the account of its client or of its pilot is deleted. */
  hasDeletedParty: boolean;
}

/** Who of both parties has blocked a thread. */
export interface Blocks {
  isBlockedHere: boolean;
  isBlockedThere: boolean;
}

const CLOSED = {
  ended: TEXTS.threadEnded,
  'blocked-here': TEXTS.threadBlockedHere,
  'blocked-there': TEXTS.threadBlockedThere,
} as const satisfies Record<Exclude<ThreadState, 'open'>, string>;

type ThreadPermission = Extract<JobPermission, `messages.${string}` | `threads.${string}`>;

/** Requires a party of the thread: the job's client, or the pilot, who may be a former one. Throws `not_found`. */
export function requireParty(
  permission: ThreadPermission,
  actor: Actor,
  job: ThreadFacts,
  pilotId: number,
): void {
  requireJobAccess(permission, actor, job);
  const isThread =
    actor.role === 'pilot'
      ? pilotId === actor.id
      : pilotId === job.pilotId || job.formerPilotIds.includes(pilotId);
  if (!isThread) throw new DomainError('not_found');
}

/**
 * Requires a party of the thread of the present assignment. Throws `not_found`, or `thread_closed` for an earlier one and after the
 * deletion of the other party.
 */
export function requireAssignment(
  permission: ThreadPermission,
  actor: Actor,
  job: AssignmentFacts,
  pilotId: number,
): void {
  requireParty('messages.read', actor, job, pilotId);
  requireJobAccess(permission, actor, job);
  if (pilotId !== job.pilotId || job.hasDeletedParty) throw closed('ended');
}

/** Returns the state of a thread for one of its parties. */
export function threadState(isEnded: boolean, { isBlockedHere, isBlockedThere }: Blocks): ThreadState {
  if (isEnded) return 'ended';
  if (isBlockedHere) return 'blocked-here';
  return isBlockedThere ? 'blocked-there' : 'open';
}

/** Requires a thread in which both parties can write. Throws `thread_closed`. */
export function requireUnblocked(blocks: Blocks): void {
  const state = threadState(false, blocks);
  if (state !== 'open') throw closed(state);
}

const closed = (state: keyof typeof CLOSED) => new DomainError('thread_closed', { message: CLOSED[state] });
