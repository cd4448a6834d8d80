import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { validationError } from '../errors/validation-error.ts';

const HEADER = 'idempotency-key';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Documents the header of a request that a client may repeat. */
export const AcceptsIdempotencyKey = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: HEADER,
      description:
        'A UUID for each change. A client that received no response repeats the request with the same key: the change is made once, and the response is that of the first request.',
      required: false,
      schema: { type: 'string', format: 'uuid', pattern: UUID.source },
    }),
  );

/** The `Idempotency-Key` header of the request; null without one. Throws `validation_failed` unless it is a UUID. */
export const IdempotencyKey = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string | null => {
    const key = context.switchToHttp().getRequest<FastifyRequest>().headers[HEADER];
    if (key === undefined) return null;
    if (typeof key === 'string' && UUID.test(key)) return key;
    throw validationError([{ path: [HEADER], message: 'Use a UUID' }]);
  },
);
