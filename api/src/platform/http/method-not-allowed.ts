import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';
import type { RouteTable } from './route-table.ts';

/**
 * Tells a method that an address does not take (405, or what it takes for OPTIONS) from an address that leads nowhere
 * (404). Only the address's pattern counts, not what is there nor who asks, so that nothing is found out by it.
 */
export function refuseOtherMethods(fastify: FastifyInstance, table: RouteTable): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const methods = request.is404 ? table.methodsOf(request.url) : [];
    if (methods.length === 0) {
      done();
      return;
    }
    void reply.header('allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') void reply.status(204).send();
    else done(new DomainError('method_not_allowed'));
  });
}
