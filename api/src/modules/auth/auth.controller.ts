import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  commonPasswordList,
  loginBody,
  signupBody,
  userView,
  type Actor,
  type LoginBody,
  type SignupBody,
  type UserView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { SESSION_HEADERS } from '../../platform/openapi/headers.ts';
import { COMMON_PASSWORDS } from '../users/password.policy.ts';
import { UserService } from '../users/user.service.ts';
import { LoginGuard } from './login.guard.ts';
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts';
import { SessionService } from './session.service.ts';
import { SignInService } from './sign-in.service.ts';

/** The list changes with a release of the API, and is the same for all users. */
const CACHE = { 'cache-control': 'public, max-age=86400' };

@Controller('auth')
export class AuthController {
  constructor(
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly signIns: SignInService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Opens a new session and ends the browser's previous one. */
  @Post('login')
  @HttpCode(200)
  @UseGuards(LoginGuard)
  @ApiOperation({ summary: 'Sign in; the session is a cookie' })
  @Access('auth.login', {
    fails: [
      'invalid_credentials',
      'second_factor_required',
      'invalid_code',
      'invalid_passkey',
      'unknown_passkey',
      'account_suspended',
    ],
  })
  @ApiOkResponse({ standardSchema: userView, headers: SESSION_HEADERS })
  login(
    @CurrentUser() actor: Actor,
    @Body({ schema: loginBody }) _body: LoginBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserView> {
    return this.signIns.open(actor, request, reply);
  }

  @Post('signup')
  @ApiOperation({ summary: 'Create an account, without signing in' })
  @Access('auth.signup', { fails: ['username_taken', 'email_taken'] })
  @ApiCreatedResponse({ standardSchema: userView })
  signup(@Body({ schema: signupBody }) body: SignupBody): Promise<UserView> {
    return this.users.create(body);
  }

  @Get('common-passwords')
  @ApiOperation({ summary: 'The most common passwords, to rate a new one in the browser' })
  @Access('auth.read-common-passwords')
  @ApiOkResponse({ standardSchema: commonPasswordList })
  commonPasswords(@Res({ passthrough: true }) reply: FastifyReply): readonly string[] {
    void reply.headers(CACHE);
    return COMMON_PASSWORDS;
  }

  @Post('logout')
  @HttpCode(204)
  @ApiOperation({ summary: 'End the session' })
  @Access('auth.logout')
  @ApiNoContentResponse({ headers: SESSION_HEADERS })
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const token = readSessionCookie(request, this.config);
    if (token) await this.sessions.revoke(token);
    clearSessionCookie(reply, this.config);
  }
}
