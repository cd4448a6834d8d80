import { applyDecorators, SetMetadata, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { RouteOptions, FastifyRequest } from 'fastify';
import type { Actor, ErrorCode, PermissionName } from '@dps/shared-contracts';
import type { UploadRules } from '../http/uploads/upload-receiver.ts';
import { documentAccess } from '../openapi/document-access.ts';
import { DomainError } from '../errors/domain-error.ts';

interface RouteNeeds {
  /** The largest body in bytes. */
  bodyLimit?: number;
  /** The file in the body, which is received as it comes. */
  upload?: UploadRules;
  /** Keep the body's bytes as they came, for a signature. */
  rawBody?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteNeeds {
    permission?: PermissionName;
  }
  interface FastifyRequest {
    user?: Actor;
    rawBody?: Buffer;
  }
}

export const ACCESS_METADATA = 'access';

interface RouteFacts extends RouteNeeds {
  /** The error codes that are this route's own. */
  fails?: readonly ErrorCode[];
}

/** The access rule of a route: the permission of the contract's table that it is for. Every route declares one. */
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

/** The permission that a route is for. Throws when it declares none, so that a server with such a route does not start. */
export function requireAccessRule(route: Pick<RouteOptions, 'method' | 'url' | 'config'>): PermissionName {
  if (route.config?.permission) return route.config.permission;
  throw new Error(`The route ${String(route.method)} ${route.url} declares no access rule`);
}

/** The signed-in user, out of the session and nothing else. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { user } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!user) throw new DomainError('unauthenticated');
  return user;
});
