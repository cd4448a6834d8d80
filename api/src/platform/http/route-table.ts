import { Injectable } from '@nestjs/common';
import type { PermissionName } from '@dps/contract';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';

export interface Route {
  method: string;
  /** URL pattern, such as `/api/jobs/:id`. */
  url: string;
  permission: PermissionName;
}

const REGEXP_CHARACTERS = /[.*+?^${}()|[\]\\]/g;
const PARAMETER = /:\w+/g;

/** Converts a URL pattern. A parameter matches the rest of a segment, which may be empty, as in the router. */
function toRegExp(url: string): RegExp {
  return new RegExp(`^${url.replace(REGEXP_CHARACTERS, String.raw`\$&`).replace(PARAMETER, '[^/]*')}$`);
}

/** All routes of the server. */
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

  /** Returns the methods of a request target without regard to its query. Empty for an unknown path. */
  methodsOf(target: string): string[] {
    const [path = ''] = target.split(/[?#]/, 1);
    const matching = this.added.filter((route) => route.path.test(path));
    return [...new Set(matching.map(({ method }) => method))].toSorted();
  }
}

/**
 * Responds to other methods of a known path: 405, or the allowed methods for OPTIONS. Unknown paths stay 404. Only the URL
 * pattern counts, so the response reveals nothing about resources.
 */
export function refuseOtherMethods(fastify: FastifyInstance, table: RouteTable): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const methods = request.is404 ? table.methodsOf(request.url) : [];
    // The router decodes a parameter before it matches, so the pattern can match a path without a route.
    if (methods.length === 0 || methods.includes(request.method)) {
      done();
      return;
    }
    void reply.header('allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') void reply.status(204).send();
    else done(new DomainError('method_not_allowed'));
  });
}
