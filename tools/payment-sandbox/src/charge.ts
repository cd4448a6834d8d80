import type Stripe from 'stripe';
import { now, nulls } from './ids.ts';
import { behaviourOf } from './payment-method.ts';

interface Attempt {
  id: string;
  status: 'succeeded' | 'pending' | 'failed';
  failure?: Stripe.PaymentIntent.LastPaymentError;
}

/** Returns the charge of one attempt to pay an intent. */
export function chargeOf(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { id, status, failure }: Attempt,
): Stripe.Charge {
  const paid = status === 'succeeded';
  return {
    ...nulls(
      'application application_fee application_fee_amount balance_transaction calculated_statement_descriptor customer',
      'failure_balance_transaction on_behalf_of receipt_number receipt_url review shipping source source_transfer',
      'statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
    ),
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: paid,
    created: now(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(method, failure),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      ...(method.card && { card: cardOf(method.card, intent.amount) }),
    },
    receipt_email: intent.receipt_email,
    refunded: false,
    status,
  };
}

/** Returns a pending charge whose money has arrived. */
export function settled(charge: Stripe.Charge): Stripe.Charge {
  return { ...charge, status: 'succeeded', paid: true, captured: true, amount_captured: charge.amount };
}

/** The network's status and Stripe's message for each type of outcome. */
const OUTCOMES = {
  authorized: ['approved_by_network', 'Payment complete.'],
  blocked: ['not_sent_to_network', 'Stripe blocked this payment as too risky.'],
  issuer_declined: ['declined_by_network', 'The bank did not return any further details with this decline.'],
} as const;

function outcomeOf(method: Stripe.PaymentMethod, failure: Attempt['failure']): Stripe.Charge.Outcome {
  const { risk = 'normal' } = behaviourOf(method);
  const type = !failure ? 'authorized' : risk === 'highest' ? 'blocked' : 'issuer_declined';
  const [network_status, seller_message] = OUTCOMES[type];
  return {
    ...nulls('advice_code network_advice_code network_decline_code'),
    network_status,
    reason: risk === 'normal' ? (failure?.decline_code ?? null) : `${risk}_risk_level`,
    risk_level: risk,
    seller_message,
    type,
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
    ...nulls(
      'authorization_code electronic_commerce_indicator installments mandate network_transaction_id three_d_secure',
      'transaction_link_id wallet',
    ),
    amount_authorized: amount,
    brand,
    checks,
    country,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    last4,
    network: brand,
    regulated_status: 'unregulated',
  };
}
