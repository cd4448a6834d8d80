import type Stripe from 'stripe';
import { brandOf, hasFullLength, passesLuhn } from './browser/card-number.ts';
import { ApiError, invalidRequest } from './http/error.ts';
import type { Params } from './http/params.ts';
import { newId, now, nulls } from './ids.ts';
import { TEST_CARDS, type Behaviour } from './test-cards.ts';

interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc?: string | undefined;
  country: string | null;
  postalCode: string | null;
}

/** Prefix of a test card's fingerprint. The number of any other card is not kept. */
const FINGERPRINT = 'test_card_';

/** A number that is no test card is declined, as in Stripe's test mode. */
const NO_TEST_CARD: Behaviour = { decline: 'test_mode_live_card' };

/**
 * Reads the payment method that a server names by id or a page describes in full; null if it does neither.
 * @throws ApiError 400 for an unknown id, 402 for a card that cannot exist.
 */
export function readPaymentMethod(params: Params): Stripe.PaymentMethod | null {
  const id = params.text('payment_method');
  if (params.oneOf('payment_method_data[type]', ['card'])) return readCard(params);
  if (!id) return null;
  const card = TEST_CARDS.find(({ names }) => names.some((name) => id === `pm_card_${name}`));
  if (!card) throw invalidRequest(`No such PaymentMethod: '${id}'`, 'resource_missing', 'payment_method');
  const expYear = new Date().getUTCFullYear() + 5;
  const { number } = card;
  return cardMethod({ number, expMonth: 12, expYear, cvc: '123', country: null, postalCode: null });
}

/** Returns the behaviour of the card when it is charged. */
export function behaviourOf(method: Stripe.PaymentMethod | undefined): Behaviour {
  const fingerprint = method?.card?.fingerprint;
  return TEST_CARDS.find(({ number }) => FINGERPRINT + number === fingerprint) ?? NO_TEST_CARD;
}

function readCard(params: Params): Stripe.PaymentMethod {
  const address = 'payment_method_data[billing_details][address]';
  const card = {
    number: params.requiredText('payment_method_data[card][number]').replaceAll(/[\s-]/g, ''),
    expMonth: params.requiredInteger('payment_method_data[card][exp_month]'),
    expYear: params.requiredInteger('payment_method_data[card][exp_year]'),
    cvc: params.text('payment_method_data[card][cvc]'),
    country: params.text(`${address}[country]`) ?? null,
    postalCode: params.text(`${address}[postal_code]`) ?? null,
  };
  rejectImpossible(card, new Date());
  return cardMethod(card);
}

function rejectImpossible({ number, expMonth, expYear, cvc }: CardDetails, today: Date): void {
  const thisYear = today.getUTCFullYear();
  if (!/^\d+$/.test(number) || !hasFullLength(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  if (expMonth < 1 || expMonth > 12 || (expYear === thisYear && expMonth < today.getUTCMonth() + 1)) {
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

function cardMethod(card: CardDetails): Stripe.PaymentMethod {
  const { name } = brandOf(card.number);
  const testCard = TEST_CARDS.find(({ number }) => number === card.number);
  return {
    ...nulls('customer customer_account'),
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      ...nulls('email name phone tax_id'),
      address: { ...nulls('city line1 line2 state'), country: card.country, postal_code: card.postalCode },
    },
    card: {
      ...nulls('display_brand generated_from networks three_d_secure_usage wallet'),
      brand: name,
      checks: {
        address_line1_check: null,
        address_postal_code_check: card.postalCode ? 'pass' : null,
        cvc_check: card.cvc === undefined ? null : 'pass',
        ...testCard?.checks,
      },
      country: 'US',
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: testCard ? FINGERPRINT + testCard.number : null,
      funding: testCard?.funding ?? 'credit',
      last4: card.number.slice(-4),
      regulated_status: 'unregulated',
    },
    created: now(),
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
