import type Stripe from 'stripe';
import type { Dispute } from './dispute.ts';

const DAYS_TO_RESPOND = 7;
const DAY_S = 86_400;

/** A dispute as Stripe's API shows it. */
export function presentDispute(dispute: Dispute): Stripe.Dispute {
  const answered = dispute.evidence !== null;
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.chargeId,
    created: dispute.created,
    currency: 'usd',
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, uncategorized_text: dispute.evidence },
    evidence_details: {
      due_by: dispute.created + DAYS_TO_RESPOND * DAY_S,
      enhanced_eligibility: {},
      has_evidence: answered,
      past_due: false,
      submission_count: answered ? 1 : 0,
      submission_method: answered ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: dispute.intentId,
    reason: dispute.reason,
    status: dispute.status,
  };
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
