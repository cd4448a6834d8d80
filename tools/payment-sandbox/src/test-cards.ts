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

/** Behaviour of a test card. A card without behaviour pays. */
export interface Behaviour {
  /** The cardholder must authenticate before the charge: in the page, or at the page of the bank. */
  authenticate?: 'in-page' | 'at-bank';
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

const AUTHENTICATE = { authenticate: 'in-page' } as const;
const FRAUDULENT = { reason: 'fraudulent' } as const;

/** Stripe's test cards for payments in the United States (https://docs.stripe.com/testing). ADR 4 lists the omitted ones. */
const TABLE: readonly [number: string, names: string, behaviour?: Behaviour][] = [
  // Brands
  ['4242424242424242', 'visa'],
  ['4000056655665556', 'visa_debit', { funding: 'debit' }],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', ''],
  ['5200828282828210', 'mastercard_debit', { funding: 'debit' }],
  ['5105105105105100', 'mastercard_prepaid', { funding: 'prepaid' }],
  ['378282246310005', 'amex amex_threeDSecureNotSupported'],
  ['371449635398431', ''],
  ['6011111111111117', 'discover'],
  ['6011000990139424', ''],
  ['6011981111111113', '', { funding: 'debit' }],
  ['3056930009020004', 'diners'],
  ['36227206271667', ''],
  ['6555900000604105', ''],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['6200000000000047', '', { funding: 'debit' }],
  ['6205500000000000004', ''],
  // Declines
  ['4000000000000002', 'visa_chargeDeclined chargeDeclined', { decline: 'generic_decline' }],
  [
    '4000000000009995',
    'visa_chargeDeclinedInsufficientFunds chargeDeclinedInsufficientFunds',
    { decline: 'insufficient_funds' },
  ],
  ['4000000000009987', 'visa_chargeDeclinedLostCard', { decline: 'lost_card' }],
  ['4000000000009979', 'visa_chargeDeclinedStolenCard', { decline: 'stolen_card' }],
  ['4000000000000069', 'chargeDeclinedExpiredCard', { decline: 'expired_card' }],
  ['4000000000000127', 'chargeDeclinedIncorrectCvc', { decline: 'incorrect_cvc' }],
  ['4000000000000119', 'chargeDeclinedProcessingError', { decline: 'processing_error' }],
  ['4000000000006975', 'visa_chargeDeclinedVelocityLimitExceeded', { decline: 'card_velocity_exceeded' }],
  ['4000000000000341', 'chargeCustomerFail', { decline: 'generic_decline' }],
  // Fraud prevention with the default rules: the highest risk is blocked, failed checks are not.
  ['4100000000000019', 'radarBlock', { decline: 'fraudulent', risk: 'highest' }],
  ['4000000000004954', 'riskLevelHighest', { decline: 'fraudulent', risk: 'highest' }],
  ['4000000000009235', 'riskLevelElevated', { risk: 'elevated' }],
  ['4000000000000101', 'cvcCheckFail', { checks: { cvc_check: 'fail' } }],
  ['4000000000000036', 'avsZipFail', { checks: { address_postal_code_check: 'fail' } }],
  ['4000058400307872', 'cvcCheckFailElevatedRisk', { checks: { cvc_check: 'fail' }, risk: 'elevated' }],
  [
    '4000058400306072',
    'avsZipFailElevatedRisk',
    { checks: { address_postal_code_check: 'fail' }, risk: 'elevated' },
  ],
  ['4000000000000028', 'avsLine1Fail', { checks: { address_line1_check: 'fail' } }],
  [
    '4000000000000010',
    'avsFail',
    { checks: { address_line1_check: 'fail', address_postal_code_check: 'fail' } },
  ],
  [
    '4000000000000044',
    'avsUnchecked',
    { checks: { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' } },
  ],
  // These controls are off by default.
  ['4000008400001017', 'radarDynamicRiskThreshold'],
  ['4000008405600003', 'adaptive3dsChallenge'],
  // Disputes
  ['4000000000000259', 'createDispute', { disputes: [FRAUDULENT] }],
  ['4000000000002685', 'createDisputeProductNotReceived', { disputes: [{ reason: 'product_not_received' }] }],
  ['4000000000001976', 'createDisputeInquiry', { disputes: [{ reason: 'fraudulent', inquiry: true }] }],
  ['4000000404000079', 'createMultipleDisputes', { disputes: [FRAUDULENT, FRAUDULENT] }],
  // Refunds
  ['4000000000007726', 'pendingRefund', { refund: 'pending' }],
  ['4000000000005126', 'refundFail', { refund: 'fails' }],
  // Available balance
  ['4000000000000077', 'bypassPending'],
  ['4000003720000278', 'bypassPendingInternational'],
  // Authentication
  ['4000002500003155', 'authenticationRequiredOnSetup', AUTHENTICATE],
  ['4000002760003184', 'authenticationRequired', AUTHENTICATE],
  ['4000003800000446', 'authenticationRequiredSetupForOffSession', AUTHENTICATE],
  [
    '4000008260003178',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    { authenticate: 'in-page', decline: 'insufficient_funds' },
  ],
  ['4000000000003220', 'threeDSecure2Required', AUTHENTICATE],
  ['4000008400000027', '', AUTHENTICATE],
  ['4000000000003063', 'threeDSecureRequired', { authenticate: 'at-bank' }],
  [
    '4000008400001629',
    'threeDSecureRequiredChargeDeclined',
    { authenticate: 'in-page', decline: 'generic_decline' },
  ],
  // The lookup of the authentication fails, so the issuer declines.
  ['4000008400001280', 'threeDSecureRequiredProcessingError', { decline: 'generic_decline' }],
  ['4000000000003055', 'threeDSecureOptional'],
  // The authentication succeeds without the cardholder.
  ['4000000032200000', ''],
  ['4000000000003097', 'threeDSecureOptionalProcessingError'],
];

export const TEST_CARDS: readonly TestCard[] = TABLE.map(([number, names, behaviour]) =>
  Object.assign({ number, names: names === '' ? [] : names.split(' ') }, behaviour),
);

function declined(code: string, message = 'Your card was declined.') {
  return { code: 'card_declined', decline_code: code, message };
}
