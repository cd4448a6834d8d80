import type Stripe from 'stripe';
import type { Context } from './context.ts';
import type { DisputeEventType } from './event.ts';
import type { Api } from './http/api.ts';
import { find, invalidRequest } from './http/error.ts';
import type { Params } from './http/params.ts';
import { newId, now, nulls } from './ids.ts';
import type { Store } from './store.ts';

type Status = Stripe.Dispute['status'];

const DAYS_TO_RESPOND = 7;
const DAY_S = 86_400;

const CLOSED: ReadonlySet<Status> = new Set(['won', 'lost', 'warning_closed']);
/** The bank holds the money, or has returned it to the cardholder. */
const CHARGED_BACK: ReadonlySet<Status> = new Set(['needs_response', 'under_review', 'lost']);

/** Filters the objects of a charge or an intent by the parameters of a list. */
export function ofCharge(params: Params) {
  const chargeId = params.text('charge');
  const intentId = params.text('payment_intent');
  return ({ charge, payment_intent: intent }: Pick<Stripe.Refund, 'charge' | 'payment_intent'>): boolean =>
    (chargeId === undefined || chargeId === charge) && (intentId === undefined || intentId === intent);
}

/** True while a dispute prevents refunds of the charge. */
export function isChargedBack(store: Store, charge: string): boolean {
  return [...store.disputes.values()].some(
    (dispute) => dispute.charge === charge && CHARGED_BACK.has(dispute.status),
  );
}

/** Disputes, under `/v1/disputes`. */
export class Disputes {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  serve(api: Api): void {
    const { disputes } = this.#context.store;
    api.collection('/v1/disputes', disputes, ofCharge);
    api.post('/v1/disputes/:id', 'server', ({ id, params }) => {
      const evidence = params.text('evidence[uncategorized_text]') ?? '';
      const submit = params.boolean('submit') ?? true;
      return () => this.#respond(find(disputes, id, { object: 'dispute' }), evidence, submit);
    });
  }

  /**
   * Opens a dispute of a charge. A chargeback withdraws the money until it is closed; an inquiry does not.
   * @throws Error if the charge took no money.
   */
  open(
    charge: Stripe.Charge,
    { reason, inquiry = false }: { reason: Stripe.Dispute['reason']; inquiry?: boolean },
  ): Stripe.Dispute {
    if (charge.status !== 'succeeded') throw new Error(`Charge ${charge.id} cannot be disputed.`);
    const dispute: Stripe.Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount: charge.amount - charge.amount_refunded,
      balance_transactions: [],
      charge: charge.id,
      created: now(),
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: NO_EVIDENCE,
      evidence_details: {
        due_by: now() + DAYS_TO_RESPOND * DAY_S,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      intended_submission_method: null,
      is_charge_refundable: inquiry,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      reason,
      status: inquiry ? 'warning_needs_response' : 'needs_response',
    };
    this.#context.store.charges.set(charge.id, { ...charge, disputed: true });
    const events: DisputeEventType[] = ['charge.dispute.created'];
    if (!inquiry) events.push('charge.dispute.funds_withdrawn');
    return this.#keep(dispute, events);
  }

  /**
   * Adds evidence. Three test values decide the dispute at once (https://docs.stripe.com/testing#evidence); any other
   * text puts it under review.
   */
  #respond(dispute: Stripe.Dispute, evidence: string, submit: boolean): Stripe.Dispute {
    if (CLOSED.has(dispute.status)) throw invalidRequest('This dispute is already closed.');
    const details = dispute.evidence_details;
    const status = submit ? statusAfter(dispute.status, evidence) : dispute.status;
    const updated: Stripe.Dispute = {
      ...dispute,
      status,
      is_charge_refundable: !CHARGED_BACK.has(status),
      evidence: { ...dispute.evidence, uncategorized_text: evidence },
      evidence_details: {
        ...details,
        has_evidence: true,
        ...(submit && {
          submission_count: details.submission_count + 1,
          submission_method: 'manual' as const,
        }),
      },
    };
    const events: DisputeEventType[] = ['charge.dispute.updated'];
    if (status === 'won') events.push('charge.dispute.funds_reinstated');
    if (CLOSED.has(status)) events.push('charge.dispute.closed');
    if (isInquiry(dispute.status) && !isInquiry(status)) events.push('charge.dispute.funds_withdrawn');
    return this.#keep(updated, events);
  }

  #keep(dispute: Stripe.Dispute, events: DisputeEventType[]): Stripe.Dispute {
    const { store, outbox } = this.#context;
    store.disputes.set(dispute.id, dispute);
    for (const type of events) outbox.add({ type, object: dispute });
    return dispute;
  }
}

function isInquiry(status: Status): boolean {
  return status.startsWith('warning_');
}

/** The status after each text of evidence, for a chargeback and for an inquiry. */
const DECISIONS = new Map<string, [chargeback: Status, inquiry: Status]>([
  ['winning_evidence', ['won', 'warning_closed']],
  ['losing_evidence', ['lost', 'warning_closed']],
  ['escalate_inquiry_evidence', ['needs_response', 'needs_response']],
]);

function statusAfter(status: Status, evidence: string): Status {
  const [chargeback, inquiry] = DECISIONS.get(evidence) ?? ['under_review', 'warning_under_review'];
  return isInquiry(status) ? inquiry : chargeback;
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
