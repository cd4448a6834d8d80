import { ApiError, invalidRequest } from '../http/api-error.ts';
import type { Params } from '../http/params.ts';
import { readPaymentMethod } from '../payment-methods/payment-method.params.ts';
import type { PaymentMethod } from '../payment-methods/payment-method.ts';
import { CANCELLATION_REASONS, type CancellationReason, type PaymentIntent } from './payment-intent.ts';

// Stripe's limits for charges in US dollars, in cents.
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_KEY = 40;
const MAX_METADATA_VALUE = 500;

type CommonFields = Partial<Pick<PaymentIntent, 'description' | 'receiptEmail'>> & {
  /** Entries to set; an empty text removes one. An empty object removes all. */
  metadata?: Record<string, string>;
};

export interface CreateInput extends CommonFields {
  amount: number;
  redirects: PaymentIntent['redirects'];
  paymentMethod: PaymentMethod | null;
  confirm: ConfirmInput | null;
}

export interface UpdateInput extends CommonFields {
  amount?: number;
  paymentMethod?: PaymentMethod;
}

export interface ConfirmInput {
  paymentMethod: PaymentMethod | null;
  /** Whether the payer could come back from another page: an address to return to, or Stripe.js around the call. */
  canReturn: boolean;
}

/** @throws ApiError for parameters that Stripe would refuse. */
export function readCreate(params: Params, now: Date): CreateInput {
  const amount = checkedAmount(params.requiredInteger('amount'));
  checkCurrency(params.requiredText('currency'));
  const confirm = params.boolean('confirm') ?? false;
  const returnUrl = params.text('return_url');
  const paymentMethod = readPaymentMethod(params, now);
  const input = {
    amount,
    ...readCommonFields(params),
    redirects: readRedirects(params),
    paymentMethod,
    confirm: confirm ? { paymentMethod, canReturn: returnUrl !== undefined } : null,
  };
  params.oneOf('capture_method', ['automatic', 'automatic_async']);
  params.rejectUnknown();
  return input;
}

/** @throws ApiError for parameters that Stripe would refuse. */
export function readUpdate(params: Params, now: Date): UpdateInput {
  const amount = params.integer('amount');
  const currency = params.text('currency');
  if (currency !== undefined) checkCurrency(currency);
  const paymentMethod = readPaymentMethod(params, now);
  const input = {
    ...(amount === undefined ? {} : { amount: checkedAmount(amount) }),
    ...readCommonFields(params),
    ...(paymentMethod ? { paymentMethod } : {}),
  };
  params.rejectUnknown();
  return input;
}

/** @throws ApiError for parameters that Stripe would refuse. */
export function readConfirm(params: Params, now: Date): ConfirmInput {
  const input = {
    paymentMethod: readPaymentMethod(params, now),
    canReturn: [params.text('return_url') !== undefined, params.boolean('use_stripe_sdk')].includes(true),
  };
  params.rejectUnknown();
  return input;
}

/** @throws ApiError for parameters that Stripe would refuse. */
export function readCancel(params: Params): CancellationReason | null {
  const reason = params.oneOf('cancellation_reason', CANCELLATION_REASONS) ?? null;
  params.rejectUnknown();
  return reason;
}

/** @throws ApiError when the outcome is missing. */
export function readChallengeAnswer(params: Params): 'complete' | 'fail' {
  params.requiredText('outcome');
  const outcome = params.oneOf('outcome', ['complete', 'fail']) ?? 'fail';
  params.rejectUnknown();
  return outcome;
}

function readCommonFields(params: Params): CommonFields {
  const description = params.text('description', 1000);
  const receiptEmail = params.text('receipt_email', 800);
  const metadata = readMetadata(params);
  return {
    ...(description === undefined ? {} : { description: description || null }),
    ...(receiptEmail === undefined ? {} : { receiptEmail: receiptEmail || null }),
    ...(metadata ? { metadata } : {}),
  };
}

function readRedirects(params: Params): PaymentIntent['redirects'] {
  const listed = params.texts('allowed_payment_method_types');
  const automatic = params.group('automatic_payment_methods');
  const enabled = automatic?.boolean('enabled') ?? true;
  const redirects = automatic?.oneOf('allow_redirects', ['always', 'never']) ?? 'always';
  const other = Object.values(listed ?? {}).find((type) => type !== 'card');
  if (other !== undefined) {
    throw invalidRequest(
      `The payment method type "${other}" is invalid. The payment sandbox offers cards only.`,
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    );
  }
  if (listed && automatic && enabled) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      'parameter_invalid',
    );
  }
  return listed || !enabled ? null : redirects;
}

function checkedAmount(amount: number): number {
  if (amount < 1) {
    throw invalidRequest(
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
      'amount',
    );
  }
  if (amount < MIN_AMOUNT)
    throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small', 'amount');
  if (amount > MAX_AMOUNT) {
    throw invalidRequest('Amount must be no more than $999,999.99', 'amount_too_large', 'amount');
  }
  return amount;
}

function checkCurrency(currency: string): void {
  if (currency.toLowerCase() === 'usd') return;
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `Invalid currency: ${currency}. The payment sandbox supports these currencies: usd`,
    param: 'currency',
  });
}

/** @throws ApiError for metadata beyond Stripe's limits. */
export function readMetadata(params: Params): Record<string, string> | undefined {
  const metadata = params.texts('metadata');
  if (metadata) checkMetadata(metadata);
  return metadata;
}

function checkMetadata(metadata: Record<string, string>): void {
  const entries = Object.entries(metadata);
  const tooLong = entries.find(
    ([key, value]) => key.length > MAX_METADATA_KEY || value.length > MAX_METADATA_VALUE,
  );
  if (entries.length <= MAX_METADATA_KEYS && !tooLong) return;
  throw invalidRequest(
    `Metadata can have up to ${MAX_METADATA_KEYS} keys, with key names up to ${MAX_METADATA_KEY} characters long ` +
      `and values up to ${MAX_METADATA_VALUE} characters long.`,
    'parameter_invalid',
    'metadata',
  );
}
