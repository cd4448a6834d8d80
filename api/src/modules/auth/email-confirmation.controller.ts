import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { emailConfirmationBody, type Actor, type EmailConfirmationBody } from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { EmailConfirmation } from './email-confirmation.ts';

/** The links of mails that confirm the addresses of the signed-in user. */
@Controller('auth/email-confirmation')
@ApiTags('Auth')
export class EmailConfirmationController {
  constructor(private readonly confirmations: EmailConfirmation) {}

  @Post()
  @HttpCode(204)
  @ApiOperation({ summary: 'Confirm an own email address by the token of a mailed link' })
  @Access('auth.confirm-email', { fails: ['not_found', 'email_taken'] })
  @ApiNoContentResponse()
  confirm(
    @CurrentUser() actor: Actor,
    @Body({ schema: emailConfirmationBody }) { token }: EmailConfirmationBody,
  ): Promise<void> {
    return this.confirmations.confirm(actor, token);
  }
}

/** The addresses of the signed-in user. */
@Controller('user/email')
@ApiTags('User')
export class EmailController {
  constructor(private readonly confirmations: EmailConfirmation) {}

  @Post('confirmation')
  @HttpCode(204)
  @ApiOperation({ summary: 'Mail the link again that confirms the next address, or the current one' })
  @Access('user.send-confirmation')
  @ApiNoContentResponse()
  send(@CurrentUser() actor: Actor): Promise<void> {
    return this.confirmations.send(actor);
  }

  @Delete('pending')
  @HttpCode(204)
  @ApiOperation({ summary: 'Keep the current address: cancel the change that is not confirmed' })
  @Access('user.cancel-email-change')
  @ApiNoContentResponse()
  cancel(@CurrentUser() actor: Actor): Promise<void> {
    return this.confirmations.cancelChange(actor);
  }
}
