import {
  decide,
  type Actor,
  type ErrorCode,
  type JobFacts,
  type JobRelation,
  type PERMISSIONS,
  type PermissionName,
} from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';

/** The permissions that depend on the actor's relation to a job. */
export type JobPermission = {
  [Name in PermissionName]: (typeof PERMISSIONS)[Name] extends { job: JobRelation } ? Name : never;
}[PermissionName];

interface Refusal {
  /** The error for an actor without the permission. `not_found` hides a job that the actor may not read. */
  forbid: ErrorCode;
  /** The error for a job whose state does not allow the action. */
  conflict: ErrorCode;
  /** Replaces the default message of the conflict. */
  message?: string;
}

const REFUSALS: Readonly<Record<JobPermission, Refusal>> = {
  'jobs.read': { forbid: 'not_found', conflict: 'not_found' },
  'jobs.read-history': { forbid: 'not_found', conflict: 'not_found' },
  'jobs.edit': { forbid: 'forbidden', conflict: 'job_locked' },
  'jobs.set-progress': { forbid: 'forbidden', conflict: 'job_locked' },
  'jobs.advance': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.request-changes': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.record-manual-payment': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.declare-paid': { forbid: 'forbidden', conflict: 'payment_not_due', message: TEXTS.paidByCardOnly },
  'jobs.accept': { forbid: 'forbidden', conflict: 'job_not_available' },
  'jobs.take-back': { forbid: 'forbidden', conflict: 'status_conflict', message: TEXTS.takenBackTooLate },
  'jobs.release': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.withdraw': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.end': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.decide-end': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.delete': { forbid: 'forbidden', conflict: 'job_locked' },
  'attachments.add': { forbid: 'forbidden', conflict: 'job_locked' },
  'attachments.remove': { forbid: 'forbidden', conflict: 'job_locked', message: TEXTS.attachmentsAccepted },
  'attachments.read': { forbid: 'not_found', conflict: 'not_found' },
  'deliverables.add': { forbid: 'forbidden', conflict: 'job_locked' },
  'deliverables.remove': { forbid: 'forbidden', conflict: 'job_locked' },
  'deliverables.read': { forbid: 'not_found', conflict: 'not_found' },
  'flight-records.read': { forbid: 'not_found', conflict: 'not_found' },
  'flight-records.add': { forbid: 'forbidden', conflict: 'job_locked' },
  'coverage.read': { forbid: 'not_found', conflict: 'not_found' },
  'reports.read': { forbid: 'not_found', conflict: 'not_found' },
  'reports.share': { forbid: 'forbidden', conflict: 'forbidden' },
  'questions.read': { forbid: 'not_found', conflict: 'not_found' },
  'questions.ask': { forbid: 'not_found', conflict: 'job_not_available' },
  'questions.answer': { forbid: 'forbidden', conflict: 'job_locked', message: TEXTS.answersAccepted },
  'questions.report': { forbid: 'not_found', conflict: 'not_found' },
  'messages.read': { forbid: 'not_found', conflict: 'not_found' },
  'messages.mark-read': { forbid: 'not_found', conflict: 'not_found' },
  'messages.send': { forbid: 'not_found', conflict: 'thread_closed', message: TEXTS.threadEnded },
  'messages.attach': { forbid: 'not_found', conflict: 'thread_closed', message: TEXTS.threadEnded },
  'messages.report': { forbid: 'not_found', conflict: 'not_found' },
  'threads.block': { forbid: 'not_found', conflict: 'thread_closed', message: TEXTS.threadEnded },
  'payments.pay': { forbid: 'forbidden', conflict: 'payment_not_due' },
  'payments.confirm': { forbid: 'forbidden', conflict: 'payment_not_due' },
};

/** Returns the error for a job whose state does not allow the action. */
export function conflictError(permission: JobPermission): DomainError {
  const { conflict, message } = REFUSALS[permission];
  return new DomainError(conflict, message === undefined ? {} : { message });
}

/** Checks a permission for a job in its current state. Throws the error of the permission. */
export function requireJobAccess(permission: JobPermission, actor: Actor, job: JobFacts): void {
  const decision = decide(permission, actor, job);
  if (decision === 'forbid') throw new DomainError(REFUSALS[permission].forbid);
  if (decision === 'conflict') throw conflictError(permission);
}

/** Returns the permission with which an actor ends the assignment of a job. */
export function releasePermission({ role }: Actor, { status }: JobFacts): JobPermission {
  if (status !== 'in-progress') return 'jobs.release';
  return role === 'pilot' ? 'jobs.withdraw' : 'jobs.end';
}
