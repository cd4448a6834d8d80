import type Stripe from 'stripe';

type Checks = Stripe.PaymentMethod.Card.Checks;
type DeclineTerms = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'param'> & {
  message: string;
};

/** The reasons for which test cards are declined, with Stripe's codes and messages. */
export const DECLINES = {
  generic_decline: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  fraudulent: declined('fraudulent'),
  test_mode_live_card: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card.',
  ),
  expired_card: { code: 'expired_card', param: 'exp_month', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', param: 'cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, DeclineTerms>;

/** What happens to a test card. A card without behaviour pays. */
export interface Behaviour {
  /** The cardholder must authenticate before the charge. */
  authenticate?: true;
  decline?: keyof typeof DECLINES;
  /** A refund is pending and then succeeds, or succeeds and then fails. Without it, a refund succeeds. */
  refund?: 'pending' | 'fails';
  /** Disputes that the cardholder opens after the charge. */
  disputes?: readonly { reason: Stripe.Dispute['reason']; inquiry?: true }[];
  checks?: Partial<Checks>;
  risk?: 'elevated' | 'highest';
  funding?: 'debit' | 'prepaid';
}

export interface TestCard extends Behaviour {
  number: string;
  /** Names without the prefix `pm_card_`, for calls from servers. */
  names: readonly string[];
}

const FRAUDULENT = { reason: 'fraudulent' } as const;

/** Stripe's test cards for payments in the United States (https://docs.stripe.com/testing). */
export const TEST_CARDS: readonly TestCard[] = [
  // Brands
  { number: '4242424242424242', names: ['visa'] },
  { number: '4000056655665556', names: ['visa_debit'], funding: 'debit' },
  { number: '5555555555554444', names: ['mastercard'] },
  { number: '2223003122003222', names: [] },
  { number: '5200828282828210', names: ['mastercard_debit'], funding: 'debit' },
  { number: '5105105105105100', names: ['mastercard_prepaid'], funding: 'prepaid' },
  { number: '378282246310005', names: ['amex', 'amex_threeDSecureNotSupported'] },
  { number: '371449635398431', names: [] },
  { number: '6011111111111117', names: ['discover'] },
  { number: '6011000990139424', names: [] },
  { number: '6011981111111113', names: [], funding: 'debit' },
  { number: '3056930009020004', names: ['diners'] },
  { number: '36227206271667', names: [] },
  { number: '6555900000604105', names: [] },
  { number: '3566002020360505', names: ['jcb'] },
  { number: '6200000000000005', names: ['unionpay'] },
  { number: '6200000000000047', names: [], funding: 'debit' },
  { number: '6205500000000000004', names: [] },
  // Declines
  {
    number: '4000000000000002',
    names: ['visa_chargeDeclined', 'chargeDeclined'],
    decline: 'generic_decline',
  },
  {
    number: '4000000000009995',
    names: ['visa_chargeDeclinedInsufficientFunds', 'chargeDeclinedInsufficientFunds'],
    decline: 'insufficient_funds',
  },
  { number: '4000000000009987', names: ['visa_chargeDeclinedLostCard'], decline: 'lost_card' },
  { number: '4000000000009979', names: ['visa_chargeDeclinedStolenCard'], decline: 'stolen_card' },
  { number: '4000000000000069', names: ['chargeDeclinedExpiredCard'], decline: 'expired_card' },
  { number: '4000000000000127', names: ['chargeDeclinedIncorrectCvc'], decline: 'incorrect_cvc' },
  { number: '4000000000000119', names: ['chargeDeclinedProcessingError'], decline: 'processing_error' },
  {
    number: '4000000000006975',
    names: ['visa_chargeDeclinedVelocityLimitExceeded'],
    decline: 'card_velocity_exceeded',
  },
  { number: '4000000000000341', names: ['chargeCustomerFail'], decline: 'generic_decline' },
  // Fraud prevention with the default rules: the highest risk is blocked, failed checks are not.
  { number: '4100000000000019', names: ['radarBlock'], decline: 'fraudulent', risk: 'highest' },
  { number: '4000000000004954', names: ['riskLevelHighest'], decline: 'fraudulent', risk: 'highest' },
  { number: '4000000000009235', names: ['riskLevelElevated'], risk: 'elevated' },
  { number: '4000000000000101', names: ['cvcCheckFail'], checks: { cvc_check: 'fail' } },
  { number: '4000000000000036', names: ['avsZipFail'], checks: { address_postal_code_check: 'fail' } },
  {
    number: '4000058400307872',
    names: ['cvcCheckFailElevatedRisk'],
    checks: { cvc_check: 'fail' },
    risk: 'elevated',
  },
  {
    number: '4000058400306072',
    names: ['avsZipFailElevatedRisk'],
    checks: { address_postal_code_check: 'fail' },
    risk: 'elevated',
  },
  { number: '4000000000000028', names: ['avsLine1Fail'], checks: { address_line1_check: 'fail' } },
  {
    number: '4000000000000010',
    names: ['avsFail'],
    checks: { address_line1_check: 'fail', address_postal_code_check: 'fail' },
  },
  {
    number: '4000000000000044',
    names: ['avsUnchecked'],
    checks: { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' },
  },
  // Disputes
  { number: '4000000000000259', names: ['createDispute'], disputes: [FRAUDULENT] },
  {
    number: '4000000000002685',
    names: ['createDisputeProductNotReceived'],
    disputes: [{ reason: 'product_not_received' }],
  },
  {
    number: '4000000000001976',
    names: ['createDisputeInquiry'],
    disputes: [{ reason: 'fraudulent', inquiry: true }],
  },
  { number: '4000000404000079', names: ['createMultipleDisputes'], disputes: [FRAUDULENT, FRAUDULENT] },
  // Refunds
  { number: '4000000000007726', names: ['pendingRefund'], refund: 'pending' },
  { number: '4000000000005126', names: ['refundFail'], refund: 'fails' },
  // Available balance
  { number: '4000000000000077', names: ['bypassPending'] },
  { number: '4000003720000278', names: ['bypassPendingInternational'] },
  // Authentication
  { number: '4000002500003155', names: ['authenticationRequiredOnSetup'], authenticate: true },
  { number: '4000002760003184', names: ['authenticationRequired'], authenticate: true },
  {
    number: '4000003800000446',
    names: ['authenticationRequiredSetupForOffSession'],
    authenticate: true,
  },
  {
    number: '4000008260003178',
    names: ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    authenticate: true,
    decline: 'insufficient_funds',
  },
  { number: '4000000000003220', names: ['threeDSecure2Required'], authenticate: true },
  {
    number: '4000008400001629',
    names: ['threeDSecureRequiredChargeDeclined'],
    authenticate: true,
    decline: 'generic_decline',
  },
  // The lookup of the authentication fails, so the issuer declines.
  {
    number: '4000008400001280',
    names: ['threeDSecureRequiredProcessingError'],
    decline: 'generic_decline',
  },
  { number: '4000000000003055', names: ['threeDSecureOptional'] },
  { number: '4000000000003097', names: ['threeDSecureOptionalProcessingError'] },
];

function declined(code: string, message = 'Your card was declined.') {
  return { code: 'card_declined', decline_code: code, message };
}
