import { Body, Controller, HttpCode, Post, Put, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  resetBody,
  resetRequestBody,
  resetView,
  type ResetBody,
  type ResetRequestBody,
  type ResetView,
} from '@dps/contract';
import { clientNetwork } from '@dps/contract/server';
import { Access } from '../../platform/auth/access.decorator.ts';
import { EmailUndo } from './email-undo.ts';
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
  @ApiOperation({
    summary: 'Replace the password by the token of a mailed link, and end all sessions and young passkeys',
  })
  @Access('auth.reset-password', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: resetView })
  reset(@Body({ schema: resetBody }) body: ResetBody, @Req() request: FastifyRequest): Promise<ResetView> {
    return this.resets.reset(body, clientNetwork(request));
  }
}

/** Changes of the address that its previous user has not made. */
@Controller('auth/email-undo')
@ApiTags('Auth')
export class EmailUndoController {
  constructor(private readonly changes: EmailUndo) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Restore the previous address and factors by the token of a mailed link, set a password, and end all sessions',
  })
  @Access('auth.undo-email-change', { fails: ['not_found', 'email_taken'] })
  @ApiOkResponse({ standardSchema: resetView })
  undo(@Body({ schema: resetBody }) body: ResetBody, @Req() request: FastifyRequest): Promise<ResetView> {
    return this.changes.undo(body, clientNetwork(request));
  }
}
