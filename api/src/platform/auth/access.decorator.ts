import { applyDecorators, SetMetadata, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { RouteOptions, FastifyRequest } from 'fastify';
import type { ErrorCode, PermissionName } from '@dps/contract';
import type { LargeBody } from '../http/large-body.ts';
import { documentAccess } from '../openapi/document-access.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { SessionUser } from './access.policy.ts';

interface RouteNeeds {
  /** Maximum body size, in bytes. */
  bodyLimit?: number;
  /** A large body, which is received completely before it is parsed. */
  large?: LargeBody;
  /** Whether the route also accepts a form, whose content is ignored. */
  form?: true;
  /** Keeps the unparsed body, to verify a signature. */
  rawBody?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteNeeds {
    permission?: PermissionName;
  }
  interface FastifyRequest {
    user?: SessionUser;
    rawBody?: Buffer;
  }
}

export const ACCESS_METADATA = 'access';

interface RouteFacts extends RouteNeeds {
  /** Error codes that only this route returns. */
  fails?: readonly ErrorCode[];
}

/** Declares the permission that a route requires. Every route declares one. */
export function Access(
  permission: PermissionName,
  { fails = [], ...needs }: RouteFacts = {},
): MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCESS_METADATA, permission),
    RouteConfig({ ...needs, permission }),
    documentAccess(permission, fails),
  );
}

/** Returns the permission of a route. Throws if the route declares none, so that the server does not start. */
export function requireAccessRule(route: Pick<RouteOptions, 'method' | 'url' | 'config'>): PermissionName {
  if (route.config?.permission) return route.config.permission;
  throw new Error(`The route ${String(route.method)} ${route.url} declares no access rule`);
}

/** The user of the request's session. Throws `unauthenticated` without one. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): SessionUser => {
  const { user } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!user) throw new DomainError('unauthenticated');
  return user;
});
