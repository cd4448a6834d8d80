import type { EntityManager } from 'typeorm';
import type { Actor } from '@dps/contract';
import type { Job } from '../jobs/job.entity.ts';

/** The interface of the payments module for jobs, and its injection token. */
export abstract class PaymentSettlement {
  /**
   * Records a payment that the assigned pilot received off the platform, and marks the completed job as paid, in one
   * transaction. Throws `payment_not_due` if the job cannot be settled in this way, or `provider_unavailable` if an open card
   * payment cannot be cancelled.
   */
  abstract recordManualPayment(actor: Actor, jobId: number): Promise<void>;

  /**
   * Cancels an open card payment of a job, and then makes a change in a transaction that has locked the job. A payment that has
   * already succeeded settles the job instead. Throws `payment_not_due` if the payment can be neither canceled nor settled now, or
   * `provider_unavailable`.
   */
  abstract withoutCardPayment(
    jobId: number,
    change: (manager: EntityManager, job: Job) => Promise<void>,
  ): Promise<void>;
}
