import { pilotShare } from './money.ts';

/**
 * States of a transfer of a pilot's share to the payout account: it waits for a ready account; the client's bank disputes the
 * payment; the provider is called; the money is at the account; the provider has refused it; the client or the bank has the money back
 * before the transfer. A transferred share that was returned later stays transferred, with its reversed cents.
 */
export const PILOT_TRANSFER_STATUSES = [
  'waiting',
  'held',
  'sending',
  'transferred',
  'failed',
  'canceled',
] as const;
export type PilotTransferStatus = (typeof PILOT_TRANSFER_STATUSES)[number];

/** The money of a settled payment. */
export interface ShareState {
  /** What the client has paid and not received back, also from the bank after a dispute, in cents. */
  keptCents: number;
  /** The client's bank disputes the payment. */
  isDisputed: boolean;
  /** What was transferred to the pilot and not reversed, in cents. */
  sentCents: number;
}

/** What is still to do for the share of a payment, in cents. */
export interface SharePlan {
  /** To take back from the pilot's account. */
  reverseCents: number;
  /** To transfer, after the reversal. */
  openCents: number;
  /** The transfer waits for the end of a dispute. */
  isHeld: boolean;
}

/** Returns what is to do so that the pilot has the share of the kept money: nothing during a dispute, and the share after it. */
export function planShare({ keptCents, isDisputed, sentCents }: ShareState): SharePlan {
  const share = pilotShare(keptCents);
  const reverseCents = Math.max(0, sentCents - (isDisputed ? 0 : share));
  const openCents = share - (sentCents - reverseCents);
  return { reverseCents, openCents, isHeld: isDisputed && openCents > 0 };
}
