import {
  may,
  nextStatus,
  PAYABLE_STATUSES,
  UNSUBMITTED_STATUSES,
  type Actor,
  type JobFacts,
  type JobStatus,
} from '@dps/contract';
import { texts } from '../../texts.ts';

/** The actions that a screen offers for a job. The server checks each again. */
export interface JobActions {
  accept: boolean;
  /** Remove the pilot from the job, as the pilot or the client. */
  release: boolean;
  /** The status that the pilot may move the job to; null where there is none. */
  advanceTo: JobStatus | null;
  /** Take submitted work back, until the client has opened it. */
  takeBack: boolean;
  /** End the assignment of a started job, as the pilot. */
  withdraw: boolean;
  /** Agree to the client's request to end the assignment, or decline. */
  decideEnd: boolean;
  /** Record a payment outside the platform. */
  recordPayment: boolean;
  /** End the assignment of a job in progress, whose deadline has passed. */
  end: boolean;
  /** Send submitted work back to the pilot. */
  requestChanges: boolean;
  setProgress: boolean;
  edit: boolean;
  addFlightRecord: boolean;
  remove: boolean;
}

/** The actions that the permission table allows `actor` on `job` in its current state. */
export function jobActions(actor: Actor, job: JobFacts): JobActions {
  return {
    accept: may('jobs.accept', actor, job),
    release: may('jobs.release', actor, job),
    advanceTo: may('jobs.advance', actor, job) ? nextStatus(job.status) : null,
    takeBack: may('jobs.take-back', actor, job),
    withdraw: may('jobs.withdraw', actor, job),
    decideEnd: may('jobs.decide-end', actor, job),
    recordPayment: may('jobs.record-manual-payment', actor, job),
    end: may('jobs.end', actor, job),
    requestChanges: may('jobs.request-changes', actor, job),
    setProgress: may('jobs.set-progress', actor, job),
    edit: may('jobs.edit', actor, job),
    addFlightRecord: may('flight-records.add', actor, job),
    remove: may('jobs.delete', actor, job),
  };
}

/** The dashboard's Update button. Its last step is review: from then on it reads "With Client", and `next` is null. */
export function updateButton(status: JobStatus): { label: string; next: JobStatus | null } {
  if (!UNSUBMITTED_STATUSES.includes(status)) return { label: texts.table.withClient, next: null };
  return { label: texts.table.update, next: nextStatus(status) };
}

/** The pay button of a posted job, enabled while the job is in review or completed. */
export function payButton(status: JobStatus): { label: string; disabled: boolean } {
  const payable = PAYABLE_STATUSES.includes(status);
  return { label: payable ? texts.table.pay : texts.table.payPending, disabled: !payable };
}
