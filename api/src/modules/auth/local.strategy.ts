import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import { DEMO_ACCOUNTS, loginBody, type Actor } from '@dps/contract';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { clientNetwork } from '@dps/contract/server';
import { LoginAccountReader } from './login-account.reader.ts';
import { SecondFactorService } from './second-factor.service.ts';
import { LoginThrottle } from './login-throttle.ts';

/** Passport strategy `local`: username and password, and a code if the account has a second factor. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly accounts: LoginAccountReader,
    private readonly passwords: PasswordService,
    private readonly throttle: LoginThrottle,
    private readonly secondFactors: SecondFactorService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'demoData'>,
  ) {
    super({ passReqToCallback: true });
  }

  /**
   * Throws `invalid_credentials`, `second_factor_required`, `invalid_code`, `account_suspended` or `rate_limited`. Response
   * and time are the same for a wrong password and an unknown user. A wrong code counts as a failed sign-in, a missing one
   * does not, and neither resets the count of failures.
   */
  async validate(request: FastifyRequest, username: string, password: string): Promise<Actor> {
    const { name, user } = await this.accounts.find(username);
    const { code } = loginBody.validateSync(request.body);
    let isWrongCode = false;
    const attempt = { account: name, network: clientNetwork(request) };
    const actor = await this.throttle.attempt(attempt, async () => {
      const fits = await this.passwords.verify(password, user?.passwordHash ?? null);
      if (!user || !fits || this.isClosedDemoAccount(name, password)) return null;
      if (!user.hasSecondFactor || user.isSuspended) return user;
      if (code === undefined) throw new DomainError('second_factor_required');
      isWrongCode = !(await this.secondFactors.use(user.id, code));
      return isWrongCode ? null : user;
    });
    // Only after the password, so that the response reveals nothing to others.
    if (actor?.isSuspended) throw new DomainError('account_suspended');
    if (actor) return { id: actor.id, role: actor.role };
    request.log.info({ accountId: user?.id ?? null }, 'sign-in refused');
    throw new DomainError(isWrongCode ? 'invalid_code' : 'invalid_credentials');
  }

  /** The demo passwords are public, so they are refused while demo data is off. */
  private isClosedDemoAccount(name: string, password: string): boolean {
    const isDemo = DEMO_ACCOUNTS.some((demo) => demo.username === name && demo.password === password);
    return isDemo && !this.config.demoData;
  }
}
