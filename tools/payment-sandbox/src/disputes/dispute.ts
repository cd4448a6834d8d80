export type DisputeEventType =
  | 'charge.dispute.created'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed';

/** Why a cardholder wants the money back, as far as the sandbox plays it. */
export const DISPUTE_REASONS = [
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
] as const;

export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** A cardholder who wants their money back from us. Times are seconds since 1970, the amount is in cents. */
export interface Dispute {
  id: string;
  chargeId: string;
  intentId: string;
  amount: number;
  created: number;
  reason: DisputeReason;
  status: 'needs_response' | 'won' | 'lost';
  /** What was said against it. */
  evidence: string | null;
}
