import { ApiError } from './api-error.ts';
import type { Form } from './form.ts';

/** Who calls: a server with the secret key, or a page with the publishable key and the secret of one intent. */
export type Caller = { kind: 'secret' } | { kind: 'publishable'; clientSecret: string | null };

export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

/**
 * Finds out who calls, by the Authorization header (Bearer or Basic) or the parameter `key`.
 * @throws ApiError (401) without a key that is known.
 */
export function authenticate(authorization: string | undefined, form: Form, keys: ApiKeys): Caller {
  const key = keyIn(authorization) ?? textOf(form['key']);
  if (key === null) {
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (key === keys.secretKey) return { kind: 'secret' };
  if (key === keys.publishableKey) {
    return { kind: 'publishable', clientSecret: textOf(form['client_secret']) };
  }
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

/** @throws ApiError (401) when the caller is a page. */
export function requireSecretKey(caller: Caller): void {
  if (caller.kind === 'secret') return;
  throw new ApiError(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
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

function unauthorized(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message });
}
