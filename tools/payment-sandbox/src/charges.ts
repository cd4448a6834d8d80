import type Stripe from 'stripe';
import type { Api } from './api.ts';
import { addTransaction } from './balance-transactions.ts';
import { find, invalidRequest } from './call.ts';
import type { EventOutbox } from './events.ts';
import { idOf, newId, now, nulls } from './ids.ts';
import type { Store } from './store.ts';
import { cardDetails, type Card } from './test-cards.ts';

interface Attempt {
  id: string;
  status: 'succeeded' | 'pending' | 'failed';
  /** The money in the balance; null without money. */
  transaction: Stripe.BalanceTransaction | null;
}

/** Returns the charge of one attempt to pay an intent. */
export function chargeOf(
  intent: Stripe.PaymentIntent,
  card: Card,
  { id, status, transaction }: Attempt,
): Stripe.Charge {
  const paid = status === 'succeeded';
  const { decline } = card;
  return {
    ...nulls(
      'application application_fee application_fee_amount calculated_statement_descriptor customer',
      'failure_balance_transaction on_behalf_of receipt_number receipt_url review shipping source source_transfer',
      'statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
    ),
    id,
    object: 'charge',
    balance_transaction: transaction?.id ?? null,
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: {
      ...nulls('email name phone tax_id'),
      address: { ...nulls('city country line1 line2 state'), postal_code: card.postalCode },
    },
    captured: paid,
    created: now(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: decline ? 'card_declined' : null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      ...nulls('advice_code network_advice_code network_decline_code'),
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: decline ? 'The bank declined the payment.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid,
    payment_intent: intent.id,
    payment_method: idOf(intent.payment_method),
    payment_method_details: { type: 'card', card: cardDetails(card, intent.amount) },
    receipt_email: intent.receipt_email,
    refunded: false,
    status,
  };
}

/** Charges and the return of their money: refunds, and disputes at the cardholder's bank. */
export class Charges {
  readonly #store: Store;
  readonly #outbox: EventOutbox;

  constructor(store: Store, outbox: EventOutbox) {
    this.#store = store;
    this.#outbox = outbox;
  }

  serve(api: Api): void {
    const { charges, refunds, disputes, balanceTransactions } = this.#store;
    const expandable = {
      balance_transaction: balanceTransactions,
      failure_balance_transaction: balanceTransactions,
    };
    const filters = ['charge', 'payment_intent'] as const;
    api.get('/v1/charges/:id', 'server', ({ id }) => find(charges, id, 'charge'));
    api.list('/v1/charges', charges, { filters: ['payment_intent'], expandable });
    api.post('/v1/refunds', 'server', ({ params }) => {
      const intent = params.requiredText('payment_intent');
      const amount = params.integer('amount');
      return () => this.#refund(this.#paidCharge(intent), amount);
    });
    api.list('/v1/refunds', refunds, { filters, expandable });
    api.list('/v1/disputes', disputes, { filters });
    api.post('/v1/disputes/:id', 'server', ({ id, params }) => {
      const evidence = params.requiredChoice('evidence[uncategorized_text]', [
        'winning_evidence',
        'losing_evidence',
      ]);
      return () => this.#decide(find(disputes, id, 'dispute'), evidence);
    });
  }

  /** Returns the charge of an intent. @throws ApiError 400 if its payment has not succeeded. */
  #paidCharge(intentId: string): Stripe.Charge {
    const intent = find(this.#store.paymentIntents, intentId, 'payment_intent');
    const charge = find(this.#store.charges, idOf(intent.latest_charge), 'charge');
    if (charge.status === 'succeeded') return charge;
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge.`);
  }

  /** Refunds the given amount, or the rest of the charge. */
  #refund(charge: Stripe.Charge, given: number | undefined): Stripe.Refund {
    const rest = charge.amount - charge.amount_refunded;
    const amount = given ?? rest;
    if (rest === 0)
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
    if (amount > rest)
      throw invalidRequest(`Refund amount is greater than ${rest} cents.`, 'amount_too_large', 'amount');
    const id = newId('re');
    const refund: Stripe.Refund = {
      ...nulls('customer customer_account reason receipt_number'),
      ...nulls('source_transfer_reversal transfer_reversal'),
      id,
      balance_transaction: addTransaction(this.#store, { type: 'refund', amount: -amount, source: id }).id,
      object: 'refund',
      amount,
      charge: charge.id,
      created: now(),
      currency: charge.currency,
      metadata: {},
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      status: 'succeeded',
    };
    const refunded = {
      ...charge,
      amount_refunded: charge.amount_refunded + amount,
      refunded: amount === rest,
    };
    this.#store.charges.set(charge.id, refunded);
    this.#store.refunds.set(refund.id, refund);
    this.#outbox.add({ type: 'refund.created', object: refund });
    this.#outbox.add({ type: 'charge.refunded', object: refunded });
    return refund;
  }

  /** Opens a dispute of the given amount, or of what is not refunded. @throws ApiError if the intent has not that much money. */
  dispute(intentId: string, given: number | undefined): Stripe.Dispute {
    const charge = this.#paidCharge(intentId);
    const id = newId('du');
    const amount = given ?? charge.amount - charge.amount_refunded;
    // A bank also disputes refunded money.
    if (amount < 1 || amount > charge.amount)
      throw invalidRequest(`A dispute of ${charge.id} has 1 to ${charge.amount} cents.`);
    const dispute: Stripe.Dispute = {
      id,
      object: 'dispute',
      amount,
      balance_transactions: [
        addTransaction(this.#store, { type: 'adjustment', amount: -amount, source: id }),
      ],
      charge: charge.id,
      created: now(),
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: NO_EVIDENCE,
      evidence_details: {
        due_by: now() + 7 * 86_400,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      intended_submission_method: null,
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      reason: 'fraudulent',
      status: 'needs_response',
    };
    this.#store.charges.set(charge.id, { ...charge, disputed: true });
    this.#store.disputes.set(dispute.id, dispute);
    this.#outbox.add({ type: 'charge.dispute.created', object: dispute });
    return dispute;
  }

  /** Decides a dispute at once, by Stripe's test values for evidence (https://docs.stripe.com/testing#evidence). */
  #decide(dispute: Stripe.Dispute, evidence: 'winning_evidence' | 'losing_evidence'): Stripe.Dispute {
    if (dispute.status !== 'needs_response') throw invalidRequest('This dispute is already closed.');
    const won = evidence === 'winning_evidence';
    const { id, amount } = dispute;
    const returned = won ? [addTransaction(this.#store, { type: 'adjustment', amount, source: id })] : [];
    const decided: Stripe.Dispute = {
      ...dispute,
      status: won ? 'won' : 'lost',
      balance_transactions: [...dispute.balance_transactions, ...returned],
      is_charge_refundable: won,
      evidence: { ...dispute.evidence, uncategorized_text: evidence },
      evidence_details: {
        ...dispute.evidence_details,
        has_evidence: true,
        submission_count: 1,
        submission_method: 'manual',
      },
    };
    this.#store.disputes.set(dispute.id, decided);
    this.#outbox.add({ type: 'charge.dispute.updated', object: decided });
    this.#outbox.add({ type: 'charge.dispute.closed', object: decided });
    return decided;
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  ...nulls(
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal',
    'customer_communication customer_email_address customer_name customer_purchase_ip customer_signature',
    'duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt',
    'refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation',
    'shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number',
    'uncategorized_file uncategorized_text',
  ),
  enhanced_evidence: {},
};
