import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import { DEMO_ACCOUNTS, type Actor } from '@dps/shared-contracts';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { UserService } from '../users/user.service.ts';
import { LoginThrottle } from './login-throttle.ts';

/** Passport's strategy `local`: username and password. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly users: UserService,
    private readonly passwords: PasswordService,
    private readonly throttle: LoginThrottle,
    @Inject(CONFIG) private readonly config: Pick<Config, 'demoData'>,
  ) {
    super({ passReqToCallback: true });
  }

  /** Throws `invalid_credentials`, alike and after the same time for a wrong password and an unknown user. */
  async validate(request: FastifyRequest, username: string, password: string): Promise<Actor> {
    await this.throttle.begin(username, request.ip);
    const user = await this.users.findForLogin(username);
    const fits = await this.passwords.verify(password, user?.passwordHash ?? null);
    if (!user || !fits || this.isClosedDemoAccount(username, password))
      throw new DomainError('invalid_credentials');
    await this.throttle.succeed(username, request.ip);
    return { id: user.id, role: user.role };
  }

  /** Everybody knows these passwords: they open nothing where demo data is off, even if it once was on. */
  private isClosedDemoAccount(username: string, password: string): boolean {
    const name = username.toLowerCase();
    const isDemo = DEMO_ACCOUNTS.some((demo) => demo.username === name && demo.password === password);
    return isDemo && !this.config.demoData;
  }
}
