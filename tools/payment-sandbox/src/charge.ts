import type Stripe from 'stripe';
import { noSuch } from './http/error.ts';
import type { Api } from './http/api.ts';
import { behaviourOf } from './payment-method.ts';
import type { Store } from './store.ts';

/** Serves the charges under `/v1/charges`. Payment intents create them. */
export function serveCharges(api: Api, store: Store): void {
  api.collection(
    '/v1/charges',
    (params) => {
      const intent = params.text('payment_intent');
      const charges = [...store.charges.values()];
      return intent === undefined ? charges : charges.filter(({ payment_intent: id }) => id === intent);
    },
    (id) => findCharge(store, id),
  );
}

/** @throws ApiError for an unknown id: 404 in the path, 400 in a parameter. */
export function findCharge(store: Store, id: string, status: 400 | 404 = 404): Stripe.Charge {
  const charge = store.charges.get(id);
  if (!charge) throw noSuch('charge', id, 'charge', status);
  return charge;
}

interface Attempt {
  id: string;
  status: 'succeeded' | 'pending' | 'failed';
  failure?: Stripe.PaymentIntent.LastPaymentError;
  now: number;
}

/** Returns the charge of one attempt to pay an intent. */
export function chargeOf(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { id, status, failure, now }: Attempt,
): Stripe.Charge {
  const paid = status === 'succeeded';
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: paid,
    created: now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(method, failure),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      ...(method.card && { card: cardOf(method.card, intent.amount) }),
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

/** Returns a pending charge whose money has arrived. */
export function settled(charge: Stripe.Charge): Stripe.Charge {
  return { ...charge, status: 'succeeded', paid: true, captured: true, amount_captured: charge.amount };
}

function outcomeOf(method: Stripe.PaymentMethod, failure: Attempt['failure']): Stripe.Charge.Outcome {
  const { risk = 'normal' } = behaviourOf(method);
  const common = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    risk_level: risk,
  };
  if (!failure) {
    return {
      ...common,
      network_status: 'approved_by_network',
      reason: risk === 'elevated' ? 'elevated_risk_level' : null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  if (risk === 'highest') {
    return {
      ...common,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    };
  }
  return {
    ...common,
    network_status: 'declined_by_network',
    reason: failure.decline_code ?? null,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

function cardOf(
  {
    brand,
    checks,
    country,
    exp_month,
    exp_year,
    fingerprint = null,
    funding,
    last4,
  }: Stripe.PaymentMethod.Card,
  amount: number,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand,
    checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
