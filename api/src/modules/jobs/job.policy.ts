import {
  decide,
  type Actor,
  type ErrorCode,
  type JobFacts,
  type JobRelation,
  type PERMISSIONS,
  type PermissionName,
} from '@dps/shared-contracts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';

/** The permissions that depend on how somebody stands to a job. */
export type JobPermission = {
  [Name in PermissionName]: (typeof PERMISSIONS)[Name] extends { job: JobRelation } ? Name : never;
}[PermissionName];

interface Refusal {
  /** To somebody who may not; who may not even read a job is told that there is none. */
  forbid: ErrorCode;
  /** When the job's state does not allow it. */
  conflict: ErrorCode;
  /** What the conflict is, where the code's own text does not say it. */
  message?: string;
}

const REFUSALS: Readonly<Record<JobPermission, Refusal>> = {
  'jobs.read': { forbid: 'not_found', conflict: 'not_found' },
  'jobs.edit': { forbid: 'forbidden', conflict: 'job_locked' },
  'jobs.edit-budget': { forbid: 'forbidden', conflict: 'budget_frozen' },
  'jobs.set-progress': { forbid: 'forbidden', conflict: 'job_locked' },
  'jobs.advance': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.record-manual-payment': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.declare-paid': { forbid: 'forbidden', conflict: 'payment_not_due', message: TEXTS.paidByCardOnly },
  'jobs.accept': { forbid: 'forbidden', conflict: 'job_not_available' },
  'jobs.release': { forbid: 'forbidden', conflict: 'status_conflict' },
  'jobs.delete': { forbid: 'forbidden', conflict: 'job_locked' },
  'attachments.add': { forbid: 'forbidden', conflict: 'job_locked' },
  'attachments.read': { forbid: 'not_found', conflict: 'not_found' },
  'flight-records.add': { forbid: 'forbidden', conflict: 'job_locked' },
  'payments.pay': { forbid: 'forbidden', conflict: 'payment_not_due' },
  'payments.confirm': { forbid: 'forbidden', conflict: 'payment_not_due' },
};

/** The error for a job whose state does not allow what was asked. */
export function conflictError(permission: JobPermission): DomainError {
  const { conflict, message } = REFUSALS[permission];
  return new DomainError(conflict, message === undefined ? {} : { message });
}

/** Asks the permission table about a job as it stands. Throws the permission's own error unless it is allowed. */
export function requireJobAccess(permission: JobPermission, actor: Actor, job: JobFacts): void {
  const decision = decide(permission, actor, job);
  if (decision === 'forbid') throw new DomainError(REFUSALS[permission].forbid);
  if (decision === 'conflict') throw conflictError(permission);
}

/** Whether somebody sees the flights and the payment of a job that they may read: not a pilot who only looks at an offer. */
export function seesRecords(actor: Actor, job: JobFacts): boolean {
  return actor.id === job.clientId || actor.id === job.pilotId;
}
