import type { ProviderEventBody } from '@dps/contract';

export interface EventSubject {
  intentId: string;
  /** True if received money may have been returned, so that the charge must be read too. */
  isAboutMoney: boolean;
}

const OF_INTENTS = /^payment_intent\./;
/** Types of events, such as `charge.refunded`, `refund.created` and `charge.dispute.closed`. */
const OF_RETURNED_MONEY = /^(?:charge\.refund|refund\.|charge\.dispute\.)/;

/**
 * Returns the subject of an event. Null for other types of events, and for events of other accounts, which the provider
 * sends to platforms.
 */
export function subjectOf({ type, account, data: { object } }: ProviderEventBody): EventSubject | null {
  if (account !== undefined) return null;
  if (OF_INTENTS.test(type))
    return object.id === undefined ? null : { intentId: object.id, isAboutMoney: false };
  const { payment_intent: intentId } = object;
  const isAboutMoney = OF_RETURNED_MONEY.test(type);
  return isAboutMoney && intentId ? { intentId, isAboutMoney } : null;
}
