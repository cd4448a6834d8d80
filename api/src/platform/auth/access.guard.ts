import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { permission, type PermissionName } from '@dps/contract';
import { ACCESS_METADATA } from './access.decorator.ts';
import { refusal, requireProof } from './access.policy.ts';

/** Enforces the access rule of each handler. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const name = this.reflector.get<PermissionName | undefined>(ACCESS_METADATA, context.getHandler());
    if (!name) throw new Error(`${context.getHandler().name} declares no access rule`);
    const { user } = context.switchToHttp().getRequest<FastifyRequest>();
    const refused = refusal(name, user);
    if (refused) throw refused;
    return permission(name).proof ? requireProof(user).then(() => true) : true;
  }
}
