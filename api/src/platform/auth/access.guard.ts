import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { PermissionName } from '@dps/contract';
import { ACCESS_METADATA } from './access.decorator.ts';
import { refusal } from './access.policy.ts';

/** Enforces the access rule of each handler. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const permission = this.reflector.get<PermissionName | undefined>(ACCESS_METADATA, context.getHandler());
    if (!permission) throw new Error(`${context.getHandler().name} declares no access rule`);
    const refused = refusal(permission, context.switchToHttp().getRequest<FastifyRequest>().user);
    if (refused) throw refused;
    return true;
  }
}
