import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Put, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  passwordBody,
  sessionListView,
  sessionParameter,
  type Actor,
  type PasswordBody,
  type SessionParameter,
  type SessionView,
} from '@dps/contract';
import { clientNetwork } from '@dps/contract/server';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { PasswordChange } from './password-change.ts';
import { readSessionCookie } from './session-cookie.ts';
import { SessionService } from './session.service.ts';

/** The password and the sessions of the signed-in user. */
@Controller('user')
@ApiTags('User')
export class AccountSecurityController {
  constructor(
    private readonly sessions: SessionService,
    private readonly passwords: PasswordChange,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Put('password')
  @HttpCode(204)
  @ApiOperation({ summary: 'Replace the own password, and end all other sessions' })
  @Access('user.change-password')
  @ApiNoContentResponse()
  changePassword(
    @CurrentUser() actor: Actor,
    @Body({ schema: passwordBody }) body: PasswordBody,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    return this.passwords.change(actor, body, {
      network: clientNetwork(request),
      token: this.tokenOf(request),
    });
  }

  @Get('sessions')
  @ApiOperation({ summary: 'The own sessions: that of the request first, then the last used ones' })
  @Access('user.read-sessions')
  @ApiOkResponse({ standardSchema: sessionListView })
  list(@CurrentUser() { id }: Actor, @Req() request: FastifyRequest): Promise<SessionView[]> {
    return this.sessions.list(id, this.tokenOf(request));
  }

  @Delete('sessions')
  @HttpCode(204)
  @ApiOperation({ summary: 'End all own sessions but that of the request' })
  @Access('user.end-other-sessions')
  @ApiNoContentResponse()
  endOthers(@CurrentUser() { id }: Actor, @Req() request: FastifyRequest): Promise<void> {
    return this.sessions.endOthers(id, this.tokenOf(request));
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'End one of the own sessions' })
  @Access('user.end-session', { fails: ['not_found'] })
  @ApiNoContentResponse()
  end(
    @CurrentUser() actor: Actor,
    @Param({ schema: sessionParameter }) { id }: SessionParameter,
  ): Promise<void> {
    return this.sessions.end(actor.id, id);
  }

  /** The token of the request's session, which the guard has found valid. */
  private tokenOf(request: FastifyRequest): string {
    return readSessionCookie(request, this.config) ?? '';
  }
}
