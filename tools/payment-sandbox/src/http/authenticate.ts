import type Stripe from 'stripe';
import type { Caller } from './caller.ts';
import { ApiError, invalidRequest } from './error.ts';
import type { Form } from './params.ts';

/** The keys of the payment sandbox. They give access to test payments only, so they are not secret. */
export const SANDBOX_KEYS = {
  publishableKey: 'pk_test_sandbox',
  secretKey: 'sk_test_sandbox',
  webhookSecret: 'whsec_sandbox_local',
} as const;

/**
 * Identifies the caller by the Authorization header (Bearer or Basic) or the parameter `key`.
 * @throws ApiError 401 without a valid key.
 */
export function authenticate(authorization: string | undefined, form: Form): Caller {
  const key = keyIn(authorization) ?? textOf(form['key']);
  if (key === SANDBOX_KEYS.secretKey) return { kind: 'server' };
  if (key === SANDBOX_KEYS.publishableKey) {
    return { kind: 'page', clientSecret: textOf(form['client_secret']) };
  }
  throw unauthorized(
    key === null
      ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
          "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
  );
}

/** @throws ApiError 401 for a page. */
export function requireSecretKey(caller: Caller): void {
  if (caller.kind === 'server') return;
  throw unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key.',
    'secret_key_required',
  );
}

/** @throws ApiError 400 for a page without the client secret of the intent. */
export function requireClientSecret(caller: Caller, intent: Stripe.PaymentIntent): void {
  if (caller.kind === 'server' || caller.clientSecret === intent.client_secret) return;
  throw caller.clientSecret
    ? invalidRequest(
        'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
        'payment_intent_invalid_parameter',
        'client_secret',
      )
    : invalidRequest('Missing required param: client_secret.', 'parameter_missing', 'client_secret');
}

function keyIn(authorization: string | undefined): string | null {
  const [, scheme, credentials] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (scheme === undefined || credentials === undefined) return null;
  if (scheme.toLowerCase() === 'bearer') return credentials;
  return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? null;
}

function textOf(value: string | Form | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function unauthorized(message: string, code?: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message, ...(code && { code }) });
}
