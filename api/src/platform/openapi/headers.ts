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
  'Accept-Ranges': {
    description: 'The server accepts ranges of bytes.',
    required: true,
    schema: { type: 'string', enum: ['bytes'] },
  },
  ETag: {
    description: 'Names the content of the file, for `If-Range`.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+"$' },
  },
  'Content-Range': {
    description:
      'The position of the part in the file, or the size of the file: `bytes 500-999/1000`, `bytes */1000`.',
    required: true,
    schema: { type: 'string', pattern: String.raw`^bytes (\d+-\d+|\*)/\d+$` },
  },
};

const reference = (name: keyof typeof HEADERS) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** Headers of every response. */
export const RESPONSE_HEADERS = reference('X-Request-Id');
/** Headers of a response to retry later. */
export const RETRY_HEADERS = reference('Retry-After');
/** Headers of a file. */
export const VALIDATOR_HEADERS = { ...reference('Accept-Ranges'), ...reference('ETag') };
/** Headers of content that proxies compress. */
export const WEAK_VALIDATOR_HEADERS = {
  ETag: {
    description: 'Names the content, for `If-None-Match`.',
    required: true,
    schema: { type: 'string' },
  },
} as const;
/** Headers of a part of a file, and of a range outside the file. */
export const RANGE_HEADERS = reference('Content-Range');

/** The header that sets or clears the session cookie. */
export const SESSION_HEADERS = {
  'Set-Cookie': {
    description:
      'The session: `HttpOnly`, `SameSite=Lax`; behind TLS with the prefix `__Host-` and `Secure`.',
    required: true,
    schema: { type: 'string' },
  },
} as const;

/** The header that names the browser of a challenge. */
export const PASSKEY_HEADERS = {
  'Set-Cookie': {
    description:
      'A cookie without any right: only the browser with it can use the challenge. `HttpOnly`, `SameSite=Lax`, for five minutes.',
    required: true,
    schema: { type: 'string' },
  },
} as const;
