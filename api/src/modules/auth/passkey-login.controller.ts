import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  passkeyLoginBody,
  passkeyRequestView,
  userView,
  type PasskeyLoginBody,
  type PasskeyRequestView,
  type UserView,
} from '@dps/contract';
import { Access } from '../../platform/auth/access.decorator.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { PASSKEY_HEADERS, SESSION_HEADERS } from '../../platform/openapi/headers.ts';
import { LoginAccountReader } from './login-account.reader.ts';
import { PasskeyVerifier } from './passkey-verifier.ts';
import { SignInService } from './sign-in.service.ts';

/** Sign-ins with a passkey instead of the password. */
@Controller('auth/passkey')
@ApiTags('Auth')
export class PasskeyLoginController {
  constructor(
    private readonly passkeys: PasskeyVerifier,
    private readonly accounts: LoginAccountReader,
    private readonly signIns: SignInService,
  ) {}

  @Post('challenge')
  @HttpCode(200)
  @ApiOperation({ summary: 'A challenge that a passkey signs to sign in, with or without the password' })
  @Access('auth.request-passkey')
  @ApiOkResponse({ standardSchema: passkeyRequestView, headers: PASSKEY_HEADERS })
  start(@Res({ passthrough: true }) reply: FastifyReply): Promise<PasskeyRequestView> {
    return this.passkeys.start(reply);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Sign in with a passkey, which also verifies its user; the session is a cookie' })
  @Access('auth.login-with-passkey', { fails: ['invalid_passkey', 'unknown_passkey', 'account_suspended'] })
  @ApiOkResponse({ standardSchema: userView, headers: SESSION_HEADERS })
  async login(
    @Body({ schema: passkeyLoginBody }) { passkey, username }: PasskeyLoginBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserView> {
    const expected =
      username === undefined ? undefined : ((await this.accounts.find(username)).user?.id ?? null);
    const { userId: id, role, isSuspended } = await this.passkeys.verify(passkey, request, expected);
    if (isSuspended) throw new DomainError('account_suspended');
    return this.signIns.open({ id, role }, request, reply);
  }
}
