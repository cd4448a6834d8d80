import { JOB_STATUSES, type Actor, type ErrorCode, type JobStatus } from '@dps/contract';
import { releasePermission, requireJobAccess, type JobPermission } from './job.policy.ts';

const OWNER: Actor = { id: 1, role: 'client' };
const PILOT: Actor = { id: 2, role: 'pilot' };
const OTHER_PILOT: Actor = { id: 3, role: 'pilot' };
const FORMER_PILOT: Actor = { id: 5, role: 'pilot' };
const OTHER_CLIENT: Actor = { id: 4, role: 'client' };

const job = (status: JobStatus, pilotId: number | null = PILOT.id) => ({
  clientId: OWNER.id,
  pilotId,
  status,
  formerPilotIds: [FORMER_PILOT.id],
});
const offer = job('pending', null);

function codeFor(
  permission: JobPermission,
  actor: Actor,
  facts: ReturnType<typeof job>,
): ErrorCode | 'allowed' {
  try {
    requireJobAccess(permission, actor, facts);
    return 'allowed';
  } catch (error) {
    return Reflect.get(Object(error), 'code');
  }
}

describe('requireJobAccess', () => {
  it.each<[JobPermission, Actor, ReturnType<typeof job>, ErrorCode | 'allowed']>([
    ['jobs.read', OTHER_PILOT, offer, 'allowed'],
    ['jobs.read', OTHER_PILOT, job('pending'), 'not_found'],
    ['jobs.read', OTHER_CLIENT, offer, 'not_found'],
    ['attachments.read', OTHER_CLIENT, offer, 'not_found'],
    ['deliverables.read', OTHER_CLIENT, job('review'), 'not_found'],
    ['jobs.read', FORMER_PILOT, job('paid'), 'allowed'],
    ['deliverables.read', FORMER_PILOT, job('review'), 'allowed'],
    ['flight-records.read', FORMER_PILOT, job('review'), 'allowed'],
    ['jobs.read-history', FORMER_PILOT, job('review'), 'not_found'],
    ['attachments.read', FORMER_PILOT, job('review'), 'not_found'],
    ['attachments.read', FORMER_PILOT, offer, 'allowed'],
    ['reports.read', FORMER_PILOT, job('review'), 'not_found'],
    ['flight-records.add', FORMER_PILOT, job('in-progress'), 'forbidden'],
    ['jobs.edit', OTHER_CLIENT, offer, 'forbidden'],
    ['jobs.edit', OWNER, job('in-progress'), 'allowed'],
    ['jobs.edit', OWNER, job('review'), 'job_locked'],
    ['jobs.edit', OWNER, job('paid'), 'job_locked'],
    ['jobs.set-progress', PILOT, job('review'), 'job_locked'],
    ['jobs.set-progress', OTHER_PILOT, job('review'), 'forbidden'],
    ['jobs.advance', PILOT, job('completed'), 'status_conflict'],
    ['jobs.record-manual-payment', PILOT, job('completed'), 'allowed'],
    ['jobs.record-manual-payment', PILOT, job('review'), 'status_conflict'],
    ['jobs.declare-paid', OWNER, job('completed'), 'payment_not_due'],
    ['jobs.accept', PILOT, offer, 'allowed'],
    ['jobs.accept', OTHER_PILOT, job('pending'), 'job_not_available'],
    ['jobs.accept', OWNER, offer, 'forbidden'],
    ['jobs.release', PILOT, job('pending'), 'allowed'],
    ['jobs.release', PILOT, job('in-progress'), 'status_conflict'],
    ['jobs.withdraw', PILOT, job('in-progress'), 'allowed'],
    ['jobs.withdraw', PILOT, job('review'), 'status_conflict'],
    ['jobs.end', OWNER, job('in-progress'), 'allowed'],
    ['jobs.end', PILOT, job('in-progress'), 'forbidden'],
    ['jobs.take-back', PILOT, job('completed'), 'status_conflict'],
    ['jobs.take-back', OWNER, job('review'), 'forbidden'],
    ['jobs.delete', OWNER, offer, 'allowed'],
    ['jobs.delete', OWNER, job('pending'), 'job_locked'],
    ['attachments.add', OWNER, job('paid'), 'job_locked'],
    ['deliverables.add', OWNER, job('review'), 'forbidden'],
    ['flight-records.add', PILOT, job('paid'), 'job_locked'],
    ['flight-records.read', OTHER_PILOT, job('paid'), 'not_found'],
    ['flight-records.add', OTHER_PILOT, job('in-progress'), 'forbidden'],
    ['payments.pay', OWNER, job('in-progress'), 'payment_not_due'],
    ['payments.confirm', OWNER, job('in-progress'), 'payment_not_due'],
    ['payments.confirm', OWNER, job('paid'), 'allowed'],
  ])('%s by %j of %j: %s', (permission, actor, facts, expected) => {
    expect(codeFor(permission, actor, facts)).toBe(expected);
  });

  it.each(JOB_STATUSES)('allows only its client to pay a %s job', (status) => {
    const codes = [PILOT, OTHER_PILOT, OTHER_CLIENT].map((actor) =>
      codeFor('payments.pay', actor, job(status)),
    );
    expect(codes).toEqual(['forbidden', 'forbidden', 'forbidden']);
  });
});

it.each([
  [OWNER, job('pending'), 'jobs.release'],
  [PILOT, job('pending'), 'jobs.release'],
  [OWNER, job('in-progress'), 'jobs.end'],
  [PILOT, job('in-progress'), 'jobs.withdraw'],
  [PILOT, job('review'), 'jobs.release'],
])('%j ends the assignment of %j with %s', (actor, facts, expected) => {
  expect(releasePermission(actor, facts)).toBe(expected);
});
