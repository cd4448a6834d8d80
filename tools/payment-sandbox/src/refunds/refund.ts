export type RefundEventType = 'refund.created' | 'refund.updated' | 'refund.failed';

export const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export type RefundReason = (typeof REFUND_REASONS)[number];

/** Money of a charge that goes back to the card. The time is in seconds since 1970, the amount in cents. */
export interface Refund {
  id: string;
  chargeId: string;
  intentId: string;
  amount: number;
  created: number;
  metadata: Record<string, string>;
  reason: RefundReason | null;
  status: 'pending' | 'succeeded' | 'failed';
  /** How the card's bank will yet decide; null when nothing more happens. */
  next: 'succeeded' | 'failed' | null;
}

/** How the refunds of a card begin, and what becomes of them; at once and for good where it is not said. */
export const REFUND_COURSES = {
  instant: { status: 'succeeded', next: null },
  pending: { status: 'pending', next: 'succeeded' },
  fails: { status: 'succeeded', next: 'failed' },
} as const satisfies Record<string, Pick<Refund, 'status' | 'next'>>;

export type RefundCourse = keyof typeof REFUND_COURSES;
