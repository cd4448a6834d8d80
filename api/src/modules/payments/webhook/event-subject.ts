import type { ProviderEventBody } from '@dps/contract';

interface IntentSubject {
  intentId: string;
  /** True if received money may have been returned, so that the charge must be read too. */
  isAboutMoney: boolean;
}
/** The subject of an event: a payment, the account of a pilot, or a payout from it. */
export type EventSubject = IntentSubject | { accountId: string; payoutId?: string };

const OF_INTENTS = /^payment_intent\./;
/** Types of events, such as `charge.refunded`, `refund.created` and `charge.dispute.closed`. */
const OF_RETURNED_MONEY = /^(?:charge\.refund|refund\.|charge\.dispute\.)/;

/** Types of events of a connected account that can change its state. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(['account.updated', 'account.application.deauthorized']);
const OF_PAYOUTS = /^payout\./;

/** Returns the subject of an event. Null for other types of events, and for other events of connected accounts. */
export function subjectOf({ type, account, data: { object } }: ProviderEventBody): EventSubject | null {
  if (account !== undefined) {
    if (OF_PAYOUTS.test(type) && object.id !== undefined) return { accountId: account, payoutId: object.id };
    return OF_ACCOUNTS.has(type) ? { accountId: account } : null;
  }
  if (OF_INTENTS.test(type))
    return object.id === undefined ? null : { intentId: object.id, isAboutMoney: false };
  const { payment_intent: intentId } = object;
  const isAboutMoney = OF_RETURNED_MONEY.test(type);
  return isAboutMoney && intentId ? { intentId, isAboutMoney } : null;
}
