import { pilotShare } from './money.ts';

/**
 * States of a transfer of a pilot's share to the payout account: it waits for a ready account; the client's bank disputes its
 * money; the provider is called; the money is at the account; the provider has refused it; the client or the bank has the money back
 * before the transfer, or a later transfer of the share contains it. A transferred share that was returned later stays transferred,
 * with its reversed cents.
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
  /** What the client has paid and not received back, also from the bank after a lost dispute, in cents. */
  keptCents: number;
  /** The part of the kept money in open disputes, in cents. */
  disputedCents: number;
  /** What was transferred to the pilot and not reversed, in cents. */
  sentCents: number;
}

/** What is still to do for the share of a payment, in cents. */
export interface SharePlan {
  /** To take back from the pilot's account. */
  reverseCents: number;
  /** To transfer now. */
  openCents: number;
  /** To transfer if the open disputes are won. */
  heldCents: number;
}

/** Returns what is to do so that the pilot has the share of the undisputed money now, and of the kept money after the disputes. */
export function planShare({ keptCents, disputedCents, sentCents }: ShareState): SharePlan {
  const share = pilotShare(keptCents - disputedCents);
  return {
    reverseCents: Math.max(0, sentCents - share),
    openCents: Math.max(0, share - sentCents),
    heldCents: pilotShare(keptCents) - share,
  };
}
