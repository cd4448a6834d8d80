import type { OpenAPIObject } from '@nestjs/swagger';

type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;

/** The headers that more than one answer has. */
export const HEADERS: Headers = {
  'X-Request-Id': {
    description:
      'The id of the request, as it stands in the log: the one that a proxy gave it, or a new one.',
    required: true,
    schema: { type: 'string', pattern: String.raw`^[\w-]{8,64}$` },
  },
  'Retry-After': {
    description: 'When another attempt can succeed, in seconds.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
};

const reference = (name: keyof typeof HEADERS) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** Every answer's. */
export const ANSWER_HEADERS = reference('X-Request-Id');
/** Those of an answer that asks for patience. */
export const RETRY_HEADERS = reference('Retry-After');

/** The session's cookie, set or cleared. */
export const SESSION_HEADERS = {
  'Set-Cookie': {
    description:
      'The session: `HttpOnly`, `SameSite=Lax`; behind TLS with the prefix `__Host-` and `Secure`.',
    required: true,
    schema: { type: 'string' },
  },
} as const;
