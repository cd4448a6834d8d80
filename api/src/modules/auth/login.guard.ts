import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { loginBody } from '@dps/shared-contracts';
import { validationError } from '../../platform/errors/validation-error.ts';

/**
 * Signs in by the `local` strategy. Guards run before pipes, so the body is checked here: a missing field is a 400, and
 * a huge password is never hashed.
 */
@Injectable()
export class LoginGuard extends AuthGuard('local') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const result = await loginBody['~standard'].validate(request.body ?? undefined);
    if (result.issues) throw validationError(result.issues);
    return Boolean(await super.canActivate(context));
  }
}
