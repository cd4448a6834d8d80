import type { ProviderEventBody } from '@dps/shared-contracts';

/** What an event is about. */
export interface EventSubject {
  intentId: string;
  /** Whether money that came may have gone back, so that the charge has to be asked for as well. */
  isAboutMoney: boolean;
}

const OF_INTENTS = /^payment_intent\./;
/** `charge.refunded`, `charge.refund.updated`, `refund.created`, `refund.failed`, `charge.dispute.closed` and the like. */
const OF_RETURNED_MONEY = /^(?:charge\.refund|refund\.|charge\.dispute\.)/;

/**
 * The payment intent that an event is about; null for events of other kinds, and of other accounts, which the provider
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
