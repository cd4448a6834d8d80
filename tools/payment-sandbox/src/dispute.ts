import type Stripe from 'stripe';
import type { Context } from './context.ts';
import type { Cause, DisputeEventType } from './event.ts';
import type { Api } from './http/api.ts';
import { invalidRequest, noSuch } from './http/error.ts';
import type { Params } from './http/params.ts';
import { newId } from './ids.ts';
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
    const find = (id: string): Stripe.Dispute => {
      const dispute = this.#context.store.disputes.get(id);
      if (!dispute) throw noSuch('dispute', id, 'dispute');
      return dispute;
    };
    api.collection(
      '/v1/disputes',
      (params) => [...this.#context.store.disputes.values()].filter(ofCharge(params)),
      find,
    );
    api.post('/v1/disputes/:id', 'server', ({ id, params, cause }) => {
      const evidence = params.group('evidence')?.requiredText('uncategorized_text') ?? '';
      const submit = params.boolean('submit') ?? true;
      return () => this.#respond(find(id), evidence, submit, cause);
    });
  }

  /**
   * Opens a dispute of a charge. A chargeback withdraws the money until it is closed; an inquiry does not.
   * @throws Error if the charge took no money.
   */
  open(
    charge: Stripe.Charge,
    { reason, inquiry = false }: { reason: Stripe.Dispute['reason']; inquiry?: boolean },
    cause: Cause,
  ): Stripe.Dispute {
    if (charge.status !== 'succeeded') throw new Error(`Charge ${charge.id} cannot be disputed.`);
    const dispute: Stripe.Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount: charge.amount - charge.amount_refunded,
      balance_transactions: [],
      charge: charge.id,
      created: cause.now,
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: NO_EVIDENCE,
      evidence_details: {
        due_by: cause.now + DAYS_TO_RESPOND * DAY_S,
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
    return this.#keep(dispute, events, cause);
  }

  /**
   * Adds evidence. Three test values decide the dispute at once (https://docs.stripe.com/testing#evidence); any other
   * text puts it under review.
   */
  #respond(dispute: Stripe.Dispute, evidence: string, submit: boolean, cause: Cause): Stripe.Dispute {
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
    return this.#keep(updated, events, cause);
  }

  #keep(dispute: Stripe.Dispute, events: DisputeEventType[], cause: Cause): Stripe.Dispute {
    const { store, outbox } = this.#context;
    store.disputes.set(dispute.id, dispute);
    for (const type of events) outbox.add({ type, object: dispute }, cause);
    return dispute;
  }
}

function isInquiry(status: Status): boolean {
  return status.startsWith('warning_');
}

function statusAfter(status: Status, evidence: string): Status {
  const inquiry = isInquiry(status);
  switch (evidence) {
    case 'winning_evidence':
      return inquiry ? 'warning_closed' : 'won';
    case 'losing_evidence':
      return inquiry ? 'warning_closed' : 'lost';
    case 'escalate_inquiry_evidence':
      return 'needs_response';
    default:
      return inquiry ? 'warning_under_review' : 'under_review';
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
