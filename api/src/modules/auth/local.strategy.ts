import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import type { Actor } from '@dps/shared-contracts';
import { PasswordService } from '../../platform/auth/password.service.ts';
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
  ) {
    super({ passReqToCallback: true });
  }

  /** Throws `invalid_credentials`, alike and after the same time for a wrong password and an unknown user. */
  async validate(request: FastifyRequest, username: string, password: string): Promise<Actor> {
    await this.throttle.begin(username, request.ip);
    const user = await this.users.findForLogin(username);
    const fits = await this.passwords.verify(password, user?.passwordHash ?? null);
    if (!user || !fits) throw new DomainError('invalid_credentials');
    await this.throttle.succeed(username, request.ip);
    return { id: user.id, role: user.role };
  }
}
