import { Injectable } from '@nestjs/common';
import type { PermissionName } from '@dps/shared-contracts';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';

export interface Route {
  method: string;
  /** The pattern of its address, such as `/api/jobs/:id`. */
  url: string;
  permission: PermissionName;
}

const REGEXP_CHARACTERS = /[.*+?^${}()|[\]\\]/g;
const PARAMETER = /:[^/]+/g;

/** What the router takes for a pattern: a parameter is one segment, which may be empty. */
function toRegExp(url: string): RegExp {
  return new RegExp(`^${url.replace(REGEXP_CHARACTERS, String.raw`\$&`).replace(PARAMETER, '[^/]*')}$`);
}

/** Every route of the server, as the router was given it. */
@Injectable()
export class RouteTable {
  private readonly added: (Route & { path: RegExp })[] = [];

  get routes(): readonly Route[] {
    return this.added;
  }

  add(methods: string | readonly string[], url: string, permission: PermissionName): void {
    const path = toRegExp(url);
    this.added.push(...[methods].flat().map((method) => ({ method, url, permission, path })));
  }

  /** The methods that the target of a request takes, whatever its query; none where it leads nowhere. */
  methodsOf(target: string): string[] {
    const [path = ''] = target.split(/[?#]/, 1);
    const matching = this.added.filter((route) => route.path.test(path));
    return [...new Set(matching.map(({ method }) => method))].toSorted();
  }
}

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
