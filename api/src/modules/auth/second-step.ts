import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { LoginBody } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { ERROR_MESSAGES } from '../../texts.ts';
import { PasskeyVerifier } from './passkey-verifier.ts';
import { SecondFactorService } from './second-factor.service.ts';

/** A user with the right password. */
interface User {
  id: number;
  hasApp: boolean;
  hasPasskey: boolean;
}

/** Names the fields of the request that a user can add. */
const missing = ({ hasPasskey }: User) =>
  (hasPasskey ? (['passkey', 'code'] as const) : (['code'] as const)).map((path) => ({
    path,
    message: ERROR_MESSAGES.second_factor_required,
  }));

/** The second step of a sign-in with a password. */
@Injectable()
export class SecondStep {
  constructor(
    private readonly codes: SecondFactorService,
    private readonly passkeys: PasskeyVerifier,
  ) {}

  /**
   * Returns null if the account has no second factor or the request has a right one, otherwise the error.
   * Throws `second_factor_required` if there is none in the request, or `rate_limited`.
   */
  async check(
    user: User,
    { code, passkey }: LoginBody,
    request: FastifyRequest,
  ): Promise<DomainError | null> {
    if (!user.hasApp && !user.hasPasskey) return null;
    if (passkey) return this.checkPasskey(user, passkey, request);
    if (code === undefined) throw new DomainError('second_factor_required', { errors: missing(user) });
    return this.codes.use(user.id, code);
  }

  private async checkPasskey(
    { id }: User,
    passkey: NonNullable<LoginBody['passkey']>,
    request: FastifyRequest,
  ): Promise<DomainError | null> {
    try {
      await this.passkeys.verify(passkey, request, id);
      return null;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error;
    }
  }
}
