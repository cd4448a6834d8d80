import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  mailSettingsBody,
  mailSettingsView,
  unsubscribeParameter,
  unsubscribeQuery,
  type Actor,
  type MailSettingsBody,
  type MailSettingsView,
  type UnsubscribeParameter,
  type UnsubscribeQuery,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { MailSettings } from './mail-settings.ts';

/** The mail of the signed-in user. */
@Controller('user/mail')
@ApiTags('User')
export class MailSettingsController {
  constructor(private readonly settings: MailSettings) {}

  @Get()
  @ApiOperation({ summary: 'The topics of which the user gets no mail' })
  @Access('mail.read')
  @ApiOkResponse({ standardSchema: mailSettingsView })
  read(@CurrentUser() { id }: Actor): Promise<MailSettingsView> {
    return this.settings.read(id);
  }

  @Put()
  @ApiOperation({ summary: 'Choose the topics of which the user gets no mail' })
  @Access('mail.set')
  @ApiOkResponse({ standardSchema: mailSettingsView })
  set(
    @CurrentUser() { id }: Actor,
    @Body({ schema: mailSettingsBody }) { off }: MailSettingsBody,
  ): Promise<MailSettingsView> {
    return this.settings.set(id, off);
  }
}

/** The call in the header of a mail, which programs for mail make without a session (RFC 8058). */
@Controller('mail')
@ApiTags('User')
export class UnsubscribeController {
  constructor(private readonly settings: MailSettings) {}

  @Post('unsubscribe/:token')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Switch the topic of a mail off, by the address in its header `List-Unsubscribe`',
  })
  @Access('mail.unsubscribe', { form: true, fails: ['not_found'] })
  @ApiNoContentResponse()
  unsubscribe(
    @Param({ schema: unsubscribeParameter }) { token }: UnsubscribeParameter,
    @Query({ schema: unsubscribeQuery }) { topic }: UnsubscribeQuery,
  ): Promise<void> {
    return this.settings.unsubscribe(token, topic);
  }
}
