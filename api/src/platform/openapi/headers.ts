import type { OpenAPIObject } from '@nestjs/swagger';

type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;

/** Headers that several responses share. */
export const HEADERS: Headers = {
  'X-Request-Id': {
    description:
      'The id of the request, which the log contains too: the id that a proxy has set, or a new one.',
    required: true,
    schema: { type: 'string', pattern: String.raw`^[\w-]{8,64}$` },
  },
  'Retry-After': {
    description: 'Delay before the next attempt, in seconds.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
};

const reference = (name: keyof typeof HEADERS) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** Headers of every response. */
export const ANSWER_HEADERS = reference('X-Request-Id');
/** Headers of a response to retry later. */
export const RETRY_HEADERS = reference('Retry-After');

/** The header that sets or clears the session cookie. */
export const SESSION_HEADERS = {
  'Set-Cookie': {
    description:
      'The session: `HttpOnly`, `SameSite=Lax`; behind TLS with the prefix `__Host-` and `Secure`.',
    required: true,
    schema: { type: 'string' },
  },
} as const;
