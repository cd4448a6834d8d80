import type { FastifyInstance } from 'fastify';

/** JSON is the only body that is read: anything else is 415, so no form of another site can post here. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) request.rawBody = Buffer.from(body);
    void parse(request, body, done);
  });
}

/** Lets a route's access rule set the size of its body. */
export function limitBodiesByRoute(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.bodyLimit !== undefined) route.bodyLimit = route.config.bodyLimit;
  });
}
