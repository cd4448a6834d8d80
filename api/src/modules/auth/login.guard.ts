import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Passport } from 'passport';
import { loginBody, type Actor } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { validationError } from '../../platform/errors/validation-error.ts';
import { LocalStrategy } from './local.strategy.ts';

/**
 * Authenticates with the `local` strategy. Guards run before pipes, so the guard validates the body: a missing field is a
 * 400, and a huge password is never hashed.
 */
@Injectable()
export class LoginGuard implements CanActivate {
  /** The package's default instance would be shared by all servers of the process. */
  private readonly passport = new Passport();

  constructor(strategy: LocalStrategy) {
    this.passport.use('local', strategy);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const result = await loginBody['~standard'].validate(request.body ?? undefined);
    if (result.issues) throw validationError(result.issues);
    const actor = await this.authenticate(request, http.getResponse<FastifyReply>());
    // No call with this guard requires a confirmed address, a base or a proof.
    request.user = { ...actor, mustConfirmEmail: true, base: null, useProof: () => Promise.resolve(false) };
    return true;
  }

  private authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    return new Promise((resolve, reject) => {
      const complete = (error: Error | null, user?: Actor | false | null) => {
        if (user) resolve(user);
        else reject(error ?? new DomainError('invalid_credentials'));
      };
      this.passport.authenticate('local', { session: false }, complete)(request, reply, reject);
    });
  }
}
