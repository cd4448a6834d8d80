import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '@dps/contract';
import { ERROR_MESSAGES } from '../../texts.ts';
import { RANGE_HEADERS, RESPONSE_HEADERS, RETRY_HEADERS } from './headers.ts';

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

const REQUEST_ID = '9d0c2d4e-6f4b-4c55-9a53-0f5d5e3b8a10';
/** Headers of the errors with a status, in addition to those of every response. */
const STATUS_HEADERS = new Map<number, typeof RESPONSE_HEADERS>([
  [416, RANGE_HEADERS],
  [429, RETRY_HEADERS],
  [503, RETRY_HEADERS],
]);

function exampleOf(code: ErrorCode) {
  return {
    summary: ERROR_MESSAGES[code],
    value: {
      statusCode: ERROR_STATUS[code],
      code,
      message: ERROR_MESSAGES[code],
      ...(code === 'validation_failed' && {
        errors: [{ path: 'id', message: 'Expected a positive whole number' }],
      }),
      requestId: REQUEST_ID,
    },
  };
}

/** The error schema, narrowed to one status and its codes. */
function narrowedError(status: number, codes: readonly ErrorCode[]) {
  return {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', properties: { statusCode: { enum: [status] }, code: { enum: [...codes] } } },
    ],
  };
}

function errorResponse(status: number, codes: readonly ErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_MESSAGES[code]}`).join('\n\n'),
    headers: { ...RESPONSE_HEADERS, ...STATUS_HEADERS.get(status) },
    content: {
      'application/json': {
        schema: narrowedError(status, codes),
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  };
}

/** Returns `NotFound` for `not_found`. Several codes are joined by `Or`. */
function responseName(codes: readonly ErrorCode[]): string {
  const pascal = (code: string) =>
    code.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return codes.map(pascal).join('Or');
}

/**
 * Returns a reference to a response for each status of the error codes. The responses are added to `components`, so that
 * operations share them.
 */
export function errorResponses(codes: readonly ErrorCode[], components: Responses) {
  const sorted = ERROR_CODES.filter((code) => codes.includes(code));
  const byStatus = Map.groupBy(sorted, (code) => ERROR_STATUS[code]);
  const references = [...byStatus].map(([status, group]) => {
    const name = responseName(group);
    components[name] ??= errorResponse(status, group);
    return [status, { $ref: `#/components/responses/${name}` }] as const;
  });
  return Object.fromEntries(references);
}
