import type Stripe from 'stripe';
import { invalidRequest } from './http/error.ts';
import type { Params } from './http/params.ts';
import { newId, now, nulls, randomToken } from './ids.ts';

type Intent = Stripe.PaymentIntent;

// Stripe's limits for charges in US dollars, in cents.
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** Returns the intent that the parameters of a creation describe. @throws ApiError 400 for invalid ones. */
export function readNewIntent(params: Params): Intent {
  const id = newId('pi');
  const allowed = readAllowedTypes(params);
  return {
    ...nulls(
      'application application_fee_amount canceled_at cancellation_reason customer customer_account',
      'excluded_payment_method_types last_payment_error latest_charge managed_payments next_action on_behalf_of',
      'payment_method payment_method_configuration_details payment_method_options payment_record processing review',
      'setup_future_usage shipping source statement_descriptor statement_descriptor_suffix transfer_data',
      'transfer_group',
    ),
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed,
    amount: readAmount(params),
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: allowed ? null : { allow_redirects: 'always', enabled: true },
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: 'automatic',
    created: now(),
    currency: readCurrency(params),
    description: params.text('description', 1000) || null,
    livemode: false,
    metadata: merged({}, params.metadata()),
    payment_method_types: ['card'],
    receipt_email: params.text('receipt_email', 800) || null,
    status: 'requires_payment_method',
  };
}

/** Returns metadata after a change, in which an empty text removes an entry. */
export function merged(present: Record<string, string>, given: Record<string, string>) {
  return Object.fromEntries(Object.entries({ ...present, ...given }).filter(([, value]) => value !== ''));
}

/** Returns the list of allowed types; null for automatic payment methods, which are the default. */
function readAllowedTypes(params: Params): string[] | null {
  const allowed = Object.values(params.group('allowed_payment_method_types'));
  if (allowed.length === 0) return null;
  if (allowed.includes('card')) return allowed;
  throw invalidRequest(
    'None of the allowed payment method types is available. The payment sandbox offers cards only.',
    'payment_intent_invalid_parameter',
    'allowed_payment_method_types',
  );
}

function readAmount(params: Params): number {
  const amount = params.requiredInteger('amount', { min: 1 });
  if (amount < MIN_AMOUNT) {
    throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small', 'amount');
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequest('Amount must be no more than $999,999.99', 'amount_too_large', 'amount');
  }
  return amount;
}

function readCurrency(params: Params): string {
  const currency = params.requiredText('currency');
  if (currency.toLowerCase() === 'usd') return 'usd';
  const message = `Invalid currency: ${currency}. The payment sandbox supports these currencies: usd`;
  throw invalidRequest(message, undefined, 'currency');
}
