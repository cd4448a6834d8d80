import type { RefundCourse } from '../refunds/refund.ts';
import type { Decline } from './declines.ts';

/** What a card does when it is charged. */
export interface CardBehaviour {
  /** The cardholder must prove who they are before the charge is tried. */
  authenticate: boolean;
  /** Null for a charge that succeeds. */
  decline: Decline | null;
  /** What becomes of its refunds; they arrive at once where it is not said. */
  refunds?: RefundCourse;
  /** The cardholder disputes the charge as soon as it has succeeded. */
  disputes?: true;
}

export interface TestCard {
  number: string;
  /** Ids that stand for this card in calls from a server. */
  ids: readonly string[];
  behaviour: CardBehaviour;
}

const succeeds: CardBehaviour = { authenticate: false, decline: null };
const declines = (decline: Decline): CardBehaviour => ({ authenticate: false, decline });

/** Stripe's test cards, as far as the sandbox knows them (https://docs.stripe.com/testing). */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', ids: ['pm_card_visa'], behaviour: succeeds },
  { number: '5555555555554444', ids: ['pm_card_mastercard'], behaviour: succeeds },
  { number: '378282246310005', ids: ['pm_card_amex'], behaviour: succeeds },
  {
    number: '4000000000000002',
    ids: ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined'],
    behaviour: declines('generic_decline'),
  },
  {
    number: '4000000000009995',
    ids: ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
    behaviour: declines('insufficient_funds'),
  },
  {
    number: '4000000000009987',
    ids: ['pm_card_visa_chargeDeclinedLostCard'],
    behaviour: declines('lost_card'),
  },
  {
    number: '4000000000000069',
    ids: ['pm_card_chargeDeclinedExpiredCard'],
    behaviour: declines('expired_card'),
  },
  {
    number: '4000000000000127',
    ids: ['pm_card_chargeDeclinedIncorrectCvc'],
    behaviour: declines('incorrect_cvc'),
  },
  {
    number: '4000000000000119',
    ids: ['pm_card_chargeDeclinedProcessingError'],
    behaviour: declines('processing_error'),
  },
  {
    number: '4000002500003155',
    ids: ['pm_card_authenticationRequiredOnSetup', 'pm_card_authenticationRequired'],
    behaviour: { authenticate: true, decline: null },
  },
  {
    number: '4000008400001629',
    ids: ['pm_card_authenticationRequiredChargeDeclined'],
    behaviour: { authenticate: true, decline: 'generic_decline' },
  },
  { number: '4000000000000259', ids: ['pm_card_createDispute'], behaviour: { ...succeeds, disputes: true } },
  {
    number: '4000000000007726',
    ids: ['pm_card_pendingRefund'],
    behaviour: { ...succeeds, refunds: 'pending' },
  },
  { number: '4000000000005126', ids: ['pm_card_refundFail'], behaviour: { ...succeeds, refunds: 'fails' } },
];

/** What the card with this number does; numbers that are no test cards are declined, as in Stripe's test mode. */
export function behaviourOf(number: string): CardBehaviour {
  return TEST_CARDS.find((card) => card.number === number)?.behaviour ?? declines('not_a_test_card');
}
