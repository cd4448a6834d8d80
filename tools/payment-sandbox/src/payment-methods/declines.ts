import type { PaymentError } from './payment-error.ts';

type DeclineTerms = Pick<PaymentError, 'code' | 'decline_code' | 'message' | 'param'>;

/** The issuers' answers that test cards can bring about, with Stripe's codes and words. */
export const DECLINES = {
  generic_decline: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  not_a_test_card: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  },
  expired_card: { code: 'expired_card', param: 'exp_month', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    param: 'cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, DeclineTerms>;

export type Decline = keyof typeof DECLINES;

/** The error of one declined charge. */
export function declineError(decline: Decline, charge: string): PaymentError {
  return { type: 'card_error', ...DECLINES[decline], charge };
}
