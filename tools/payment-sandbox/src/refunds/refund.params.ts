import { invalidRequest } from '../http/api-error.ts';
import type { Params } from '../http/params.ts';
import { readMetadata } from '../payment-intents/payment-intent.params.ts';
import { REFUND_REASONS, type RefundReason } from './refund.ts';

export interface RefundInput {
  /** What to refund: a charge, or the latest charge of an intent. */
  of: { charge: string } | { intent: string };
  /** In cents; everything that is left without it. */
  amount: number | undefined;
  reason: RefundReason | null;
  metadata: Record<string, string>;
}

/** @throws ApiError for parameters that Stripe would refuse. */
export function readRefund(params: Params): RefundInput {
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  const input = {
    of: readSubject(charge, intent),
    amount: params.integer('amount'),
    reason: params.oneOf('reason', REFUND_REASONS) ?? null,
    metadata: readMetadata(params) ?? {},
  };
  params.rejectUnknown();
  return input;
}

function readSubject(charge: string | undefined, intent: string | undefined): RefundInput['of'] {
  if (charge && !intent) return { charge };
  if (intent && !charge) return { intent };
  throw invalidRequest(
    'One of the following params should be provided for this request: payment_intent or charge.',
    'parameter_missing',
  );
}
