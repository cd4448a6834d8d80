import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import type { SessionUser } from '../../platform/auth/access.policy.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { readSessionCookie } from './session-cookie.ts';
import { SessionService } from './session.service.ts';

/** Passport strategy `session`: the user of the session cookie. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    private readonly sessions: SessionService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async validate(request: FastifyRequest): Promise<SessionUser | null> {
    const token = readSessionCookie(request, this.config);
    return token ? this.sessions.resolve(token) : null;
  }
}
