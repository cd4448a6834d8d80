import type { Actor } from '@dps/shared-contracts';

/** What the jobs ask of the payments: the token under which the payments module provides it. */
export abstract class PaymentSettlement {
  /**
   * Records money that the assigned pilot received off the platform for a completed job, and marks the job paid; both or
   * neither. Throws `payment_not_due` when the job cannot be settled so, or `provider_unavailable` while an open card
   * payment cannot be cancelled.
   */
  abstract recordManualPayment(actor: Actor, jobId: number): Promise<void>;
}
