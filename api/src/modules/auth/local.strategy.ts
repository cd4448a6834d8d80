import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import { DEMO_ACCOUNTS, type Actor } from '@dps/contract';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { clientNetwork } from '@dps/contract/server';
import { LoginAccountReader } from './login-account.reader.ts';
import { LoginThrottle } from './login-throttle.ts';

/** Passport strategy `local`: username and password. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly accounts: LoginAccountReader,
    private readonly passwords: PasswordService,
    private readonly throttle: LoginThrottle,
    @Inject(CONFIG) private readonly config: Pick<Config, 'demoData'>,
  ) {
    super({ passReqToCallback: true });
  }

  /**
   * Throws `invalid_credentials`, `account_suspended` or `rate_limited`. Response and time are the same for a wrong password and an unknown
   * user.
   */
  async validate(request: FastifyRequest, username: string, password: string): Promise<Actor> {
    const { name, user } = await this.accounts.find(username);
    const attempt = { account: name, network: clientNetwork(request) };
    const actor = await this.throttle.attempt(attempt, async () => {
      const fits = await this.passwords.verify(password, user?.passwordHash ?? null);
      return user && fits && !this.isClosedDemoAccount(name, password) ? user : null;
    });
    // Only after the password, so that the response reveals nothing to others.
    if (actor?.isSuspended) throw new DomainError('account_suspended');
    if (actor) return { id: actor.id, role: actor.role };
    request.log.info({ accountId: user?.id ?? null }, 'sign-in refused');
    throw new DomainError('invalid_credentials');
  }

  /** The demo passwords are public, so they are refused while demo data is off. */
  private isClosedDemoAccount(name: string, password: string): boolean {
    const isDemo = DEMO_ACCOUNTS.some((demo) => demo.username === name && demo.password === password);
    return isDemo && !this.config.demoData;
  }
}
