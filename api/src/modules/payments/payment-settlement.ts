import type { Actor } from '@dps/contract';

/** The interface of the payments module for jobs, and its injection token. */
export abstract class PaymentSettlement {
  /**
   * Records a payment that the assigned pilot received off the platform, and marks the completed job as paid, in one
   * transaction. Throws `payment_not_due` if the job cannot be settled in this way, or `provider_unavailable` if an open card
   * payment cannot be cancelled.
   */
  abstract recordManualPayment(actor: Actor, jobId: number): Promise<void>;
}
