import type Stripe from 'stripe';
import { brandOf, hasFullLength, passesLuhn } from './browser/card-number.ts';
import { ApiError, invalidRequest } from './http/error.ts';
import type { Params } from './http/params.ts';
import { newId } from './ids.ts';
import { TEST_CARDS, type Behaviour } from './test-cards.ts';

type BillingDetails = Stripe.PaymentMethod.BillingDetails;

interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc?: string | undefined;
}

/** Prefix of a test card's fingerprint. The number of any other card is not kept. */
const FINGERPRINT = 'test_card_';

/** A number that is no test card is declined, as in Stripe's test mode. */
const NO_TEST_CARD: Behaviour = { decline: 'test_mode_live_card' };

/**
 * Reads the payment method that a call names by id or describes in full; null if it does neither.
 * @throws ApiError 400 for an unknown id, 402 for a card that cannot exist.
 */
export function readPaymentMethod(params: Params, now: number): Stripe.PaymentMethod | null {
  const id = params.text('payment_method');
  const data = params.group('payment_method_data');
  if (data) return readCard(data, now);
  if (!id) return null;
  const card = TEST_CARDS.find(({ names }) => names.some((name) => id === `pm_card_${name}`));
  if (!card) throw invalidRequest(`No such PaymentMethod: '${id}'`, 'resource_missing', 'payment_method');
  const expYear = new Date(now * 1000).getUTCFullYear() + 5;
  return cardMethod({ number: card.number, expMonth: 12, expYear, cvc: '123' }, readBillingDetails(), now);
}

/** Returns the behaviour of the card when it is charged. */
export function behaviourOf(method: Stripe.PaymentMethod | undefined): Behaviour {
  const fingerprint = method?.card?.fingerprint;
  return TEST_CARDS.find(({ number }) => FINGERPRINT + number === fingerprint) ?? NO_TEST_CARD;
}

function readCard(params: Params, now: number): Stripe.PaymentMethod {
  params.oneOf('type', ['card']);
  const given = params.group('card');
  if (!given) throw invalidRequest('Missing required param: card.', 'parameter_missing', 'card');
  const billingDetails = readBillingDetails(params.group('billing_details'));
  const year = given.requiredInteger('exp_year');
  const card = {
    number: given.requiredText('number').replaceAll(/[\s-]/g, ''),
    expMonth: given.requiredInteger('exp_month'),
    expYear: year < 100 ? 2000 + year : year,
    cvc: given.text('cvc'),
  };
  rejectImpossible(card, new Date(now * 1000));
  return cardMethod(card, billingDetails, now);
}

function readBillingDetails(params?: Params): BillingDetails {
  const address = params?.group('address');
  return {
    address: {
      city: address?.text('city') ?? null,
      country: address?.text('country') ?? null,
      line1: address?.text('line1') ?? null,
      line2: address?.text('line2') ?? null,
      postal_code: address?.text('postal_code') ?? null,
      state: address?.text('state') ?? null,
    },
    email: params?.text('email') ?? null,
    name: params?.text('name') ?? null,
    phone: params?.text('phone') ?? null,
    tax_id: null,
  };
}

function rejectImpossible({ number, expMonth, expYear, cvc }: CardDetails, now: Date): void {
  const thisYear = now.getUTCFullYear();
  if (!/^\d+$/.test(number) || !hasFullLength(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  if (expMonth < 1 || expMonth > 12 || (expYear === thisYear && expMonth < now.getUTCMonth() + 1)) {
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  if (expYear < thisYear || expYear > thisYear + 50) {
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (cvc !== undefined && !(/^\d+$/.test(cvc) && cvc.length === brandOf(number).cvcLength)) {
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
}

function cardError(code: string, param: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, param, message });
}

function cardMethod(card: CardDetails, billing_details: BillingDetails, now: number): Stripe.PaymentMethod {
  const { name, displayName = name } = brandOf(card.number);
  const testCard = TEST_CARDS.find(({ number }) => number === card.number);
  const { address } = billing_details;
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details,
    card: {
      brand: name,
      checks: {
        address_line1_check: address?.line1 ? 'pass' : null,
        address_postal_code_check: address?.postal_code ? 'pass' : null,
        cvc_check: card.cvc === undefined ? null : 'pass',
        ...testCard?.checks,
      },
      country: 'US',
      display_brand: displayName,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: testCard ? FINGERPRINT + testCard.number : null,
      funding: testCard?.funding ?? 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [name], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: name !== 'amex' },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
