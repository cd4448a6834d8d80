import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, UserView } from '@dps/contract';
import { clientNetwork } from '@dps/contract/server';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { UserService } from '../users/user.service.ts';
import { deviceName } from './device-name.ts';
import { KnownDevices } from './known-devices.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { SessionService } from './session.service.ts';

/** Opens the sessions of users who have shown the right to sign in, in any way. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly devices: KnownDevices,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Opens a session, sets its cookie, and ends the browser's previous one. */
  async open(actor: Actor, request: FastifyRequest, reply: FastifyReply): Promise<UserView> {
    const client = {
      device: deviceName(request.headers['user-agent']),
      network: clientNetwork(request),
    };
    const token = await this.sessions.open(actor.id, readSessionCookie(request, this.config), client);
    setSessionCookie(reply, token, this.config);
    await this.devices.note(actor.id, client, request, reply);
    return this.users.current(actor);
  }
}
