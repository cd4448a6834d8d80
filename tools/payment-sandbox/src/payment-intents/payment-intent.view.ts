import type Stripe from 'stripe';
import type { PaymentError } from '../payment-methods/payment-error.ts';
import { presentPaymentMethod } from '../payment-methods/payment-method.view.ts';
import type { PaymentMethod } from '../payment-methods/payment-method.ts';
import type { Charge } from '../charges/charge.ts';
import { presentCharge } from '../charges/charge.view.ts';
import type { PaymentIntent } from './payment-intent.ts';

/** Whose key the call was made with: a server's, or that of a page, which sees less. */
export type Viewer = 'secret' | 'publishable';

const HIDDEN_FROM_PAGES = [
  'application_fee_amount',
  'customer',
  'latest_charge',
  'metadata',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

/** What is shown in full instead of by its id. */
export interface Expanded {
  method?: boolean;
  charge?: Charge | null;
}

/** A payment intent as Stripe's API shows it. */
export function presentPaymentIntent(
  intent: PaymentIntent,
  viewer: Viewer,
  expanded: Expanded = {},
): Partial<Stripe.PaymentIntent> {
  const shown: Partial<Stripe.PaymentIntent> = presentToServer(intent, expanded);
  if (viewer === 'publishable') for (const field of HIDDEN_FROM_PAGES) delete shown[field];
  return shown;
}

/** Where Stripe explains an error code. */
export function docUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;
}

function presentPaymentError(error: PaymentError, paymentMethod: PaymentMethod | null) {
  return {
    ...error,
    doc_url: docUrl(error.code),
    ...(paymentMethod ? { payment_method: presentPaymentMethod(paymentMethod) } : {}),
  };
}

/** A payment intent in full, as a server and a webhook see it. */
export function presentToServer(intent: PaymentIntent, expanded: Expanded = {}): Stripe.PaymentIntent {
  const { paymentMethod: method, lastError } = intent;
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: intent.redirects && { allow_redirects: intent.redirects, enabled: true },
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: lastError && presentPaymentError(lastError.error, lastError.paymentMethod),
    latest_charge: expanded.charge ? presentCharge(expanded.charge) : intent.latestCharge,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: presentNextAction(intent),
    on_behalf_of: null,
    payment_method: method && (expanded.method ? presentPaymentMethod(method) : method.id),
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function presentNextAction({ challenge }: PaymentIntent): Stripe.PaymentIntent.NextAction | null {
  return challenge === null
    ? null
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_challenge', challenge } };
}
