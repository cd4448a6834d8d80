import { brandOf, passesLuhn } from '../browser/card-number.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import type { Params } from '../http/params.ts';
import { newId } from '../ids.ts';
import type { PaymentMethod } from './payment-method.ts';
import { behaviourOf, TEST_CARDS } from './test-cards.ts';

type Card = Pick<PaymentMethod, 'expMonth' | 'expYear'> & { number: string };

/**
 * The payment method that a create, update or confirm call names by id or describes in full; null if it does neither.
 * @throws ApiError 400 for an unknown id, 402 for a card that cannot exist.
 */
export function readPaymentMethod(params: Params, now: Date): PaymentMethod | null {
  const id = params.text('payment_method');
  const described = params.group('payment_method_data');
  if (described) return readCard(described, now);
  return id ? testPaymentMethod(id, now) : null;
}

function testPaymentMethod(id: string, now: Date): PaymentMethod {
  const card = TEST_CARDS.find(({ ids }) => ids.includes(id));
  if (!card) throw invalidRequest(`No such PaymentMethod: '${id}'`, 'resource_missing', 'payment_method');
  return cardMethod(
    { number: card.number, expMonth: 12, expYear: now.getUTCFullYear() + 5 },
    readBillingDetails(),
    now,
  );
}

function readCard(params: Params, now: Date): PaymentMethod {
  params.oneOf('type', ['card']);
  const given = params.group('card');
  if (!given) throw invalidRequest('Missing required param: card.', 'parameter_missing', 'card');
  const billingDetails = readBillingDetails(params.group('billing_details'));
  const year = given.requiredInteger('exp_year');
  const card = {
    number: given.requiredText('number').replaceAll(/[\s-]/g, ''),
    expMonth: given.requiredInteger('exp_month'),
    expYear: year < 100 ? 2000 + year : year,
  };
  rejectImpossibleCard(card, given.text('cvc'), now);
  return cardMethod(card, billingDetails, now);
}

function readBillingDetails(params?: Params): PaymentMethod['billingDetails'] {
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

function rejectImpossibleCard({ number, expMonth, expYear }: Card, cvc: string | undefined, now: Date): void {
  const thisYear = now.getUTCFullYear();
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) {
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

function cardMethod(card: Card, billingDetails: PaymentMethod['billingDetails'], now: Date): PaymentMethod {
  return {
    id: newId('pm'),
    created: Math.floor(now.getTime() / 1000),
    brand: brandOf(card.number).name,
    last4: card.number.slice(-4),
    expMonth: card.expMonth,
    expYear: card.expYear,
    billingDetails,
    behaviour: behaviourOf(card.number),
  };
}
