import { Body, Controller, HttpCode, Post, Put, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { resetBody, resetRequestBody, type ResetBody, type ResetRequestBody } from '@dps/contract';
import { clientNetwork } from '@dps/contract/server';
import { Access } from '../../platform/auth/access.decorator.ts';
import { PasswordReset } from './password-reset.ts';

/** Forgotten passwords, for callers without a session. */
@Controller('auth/password-reset')
@ApiTags('Auth')
export class PasswordResetController {
  constructor(private readonly resets: PasswordReset) {}

  @Post()
  @HttpCode(204)
  @ApiOperation({ summary: 'Mail a link to a new password, if an account has the address' })
  @Access('auth.request-reset')
  @ApiNoContentResponse()
  request(@Body({ schema: resetRequestBody }) { email }: ResetRequestBody): Promise<void> {
    return this.resets.request(email);
  }

  @Put()
  @HttpCode(204)
  @ApiOperation({ summary: 'Replace the password by the token of a mailed link, and end all sessions' })
  @Access('auth.reset-password', { fails: ['not_found'] })
  @ApiNoContentResponse()
  reset(@Body({ schema: resetBody }) body: ResetBody, @Req() request: FastifyRequest): Promise<void> {
    return this.resets.reset(body, clientNetwork(request));
  }
}
