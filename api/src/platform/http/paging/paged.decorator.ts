import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { AnySchema } from 'yup';
import { nextLink, Page } from './keyset.ts';

const LINK = {
  description: 'The next page, as `<address>; rel="next"`; absent on the last one',
  schema: { type: 'string' },
} as const;

/** Declares that a route returns a page of a list. `sendPages` sends it as an array. */
export function Paged(list: AnySchema): MethodDecorator {
  return ApiOkResponse({ standardSchema: list, headers: { Link: LINK } });
}

/** Sends a page as a plain array, with a `Link: rel="next"` header if there is a next page. */
export function sendPages(fastify: FastifyInstance): void {
  // Not an interceptor of Nest, which would take several observables and promises for each request.
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    if (!(payload instanceof Page)) {
      done(null, payload);
      return;
    }
    if (payload.after !== null) void reply.header('link', nextLink(request.url, payload.after));
    done(null, payload.items);
  });
}
