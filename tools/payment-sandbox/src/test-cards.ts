import type Stripe from 'stripe';
import { find, type Params } from './call.ts';
import { nulls } from './ids.ts';

/** Behaviour of a card. A card without behaviour pays. */
interface Behaviour {
  /** The cardholder must authenticate before the charge: in the page, or at the page of the bank. */
  authenticate?: 'in-page' | 'at-bank';
  decline?: { decline_code: string; message: string };
}

/** The card of a payment method. The number is not kept. */
export interface Card extends Behaviour {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  postalCode: string | null;
}

/** Stripe's test cards (https://docs.stripe.com/testing) that the product's tests and documents use. */
const TEST_CARDS: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  ['4242424242424242', {}],
  ['4000000000000002', { decline: { decline_code: 'generic_decline', message: 'Your card was declined.' } }],
  ['4000002500003155', { authenticate: 'in-page' }],
  ['4000000000003063', { authenticate: 'at-bank' }],
]);

/** A number that is no test card is declined, as in Stripe's test mode. */
const NO_TEST_CARD: Behaviour = {
  decline: { decline_code: 'test_mode_live_card', message: 'Your card was declined: it is no test card.' },
};

/** The test cards that a server can name, instead of the details that only a page has. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_chargeDeclined', '4000000000000002'],
]);

const CARD = 'payment_method_data[card]';

/**
 * Reads the card that a server names or a page describes in full; null if the parameters have no card. The page has checked
 * the details.
 * @throws ApiError 404 for an unknown name.
 */
export function readCard(params: Params): Card | null {
  const name = params.text('payment_method');
  if (name !== undefined) {
    const number = find(NAMED, name, 'PaymentMethod');
    return cardOf(number, { expMonth: 12, expYear: new Date().getUTCFullYear() + 5, postalCode: null });
  }
  if (params.text('payment_method_data[type]') !== 'card') return null;
  const number = params.requiredText(`${CARD}[number]`);
  const expMonth = params.requiredInteger(`${CARD}[exp_month]`);
  const expYear = params.requiredInteger(`${CARD}[exp_year]`);
  params.requiredText(`${CARD}[cvc]`);
  const postalCode = params.requiredText('payment_method_data[billing_details][address][postal_code]');
  return cardOf(number, { expMonth, expYear, postalCode });
}

function cardOf(number: string, details: Pick<Card, 'expMonth' | 'expYear' | 'postalCode'>): Card {
  const brand = number.startsWith('4') ? 'visa' : 'unknown';
  return { ...(TEST_CARDS.get(number) ?? NO_TEST_CARD), ...details, brand, last4: number.slice(-4) };
}

/** Returns the details of a card in a charge, with the null fields that the sandbox never sets. */
export function cardDetails(card: Card, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    ...nulls(
      'authorization_code electronic_commerce_indicator installments mandate network_transaction_id three_d_secure',
      'fingerprint transaction_link_id wallet',
    ),
    amount_authorized: amount,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: card.postalCode === null ? null : 'pass',
      cvc_check: 'pass',
    },
    country: 'US',
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: 'credit',
    last4: card.last4,
    network: card.brand,
    regulated_status: 'unregulated',
  };
}
