import type Stripe from 'stripe';
import { randomToken } from '../ids.ts';
import { ApiError, invalidRequest } from './error.ts';
import { missing, type Form } from './params.ts';

/** The client of a call: a server with the secret key, or a page with the publishable key and one intent's secret. */
export type Caller = { kind: 'server' } | { kind: 'page'; clientSecret: string | undefined };

/** The keys of one installation of the sandbox. Their prefixes mark them as keys of a sandbox. */
export interface SandboxKeys {
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
}

/** Returns the stored keys of an installation. Creates random ones if there are none. */
export function keysOf(stored: Map<string, string>): SandboxKeys {
  const key = (prefix: string) => {
    const value = stored.get(prefix) ?? `${prefix}_sandbox_${randomToken(32)}`;
    stored.set(prefix, value);
    return value;
  };
  return { publishableKey: key('pk_test'), secretKey: key('sk_test'), webhookSecret: key('whsec') };
}

/**
 * Identifies the caller by the Authorization header or the parameter `key`.
 * @throws ApiError 401 without a valid key.
 */
export function authenticate(keys: SandboxKeys, authorization: string | undefined, form: Form): Caller {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? form.get('key');
  if (key === keys.secretKey) return { kind: 'server' };
  if (key === keys.publishableKey) return { kind: 'page', clientSecret: form.get('client_secret') };
  throw unauthorized(
    key === undefined
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
  if (!caller.clientSecret) missing('client_secret');
  throw invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    'payment_intent_invalid_parameter',
    'client_secret',
  );
}

function unauthorized(message: string, code?: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message, ...(code && { code }) });
}
