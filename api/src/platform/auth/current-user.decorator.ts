import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '@dps/shared-contracts';
import { DomainError } from '../errors/domain-error.ts';

/** The signed-in user, out of the session and nothing else. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { user } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!user) throw new DomainError('unauthenticated');
  return user;
});
