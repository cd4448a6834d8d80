import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { deletionBody, deletionView, type Actor, type DeletionBody, type DeletionView } from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { AccountDeletionService } from './account-deletion.service.ts';

/** The deletion of the signed-in user's account. */
@Controller('user/deletion')
@ApiTags('User')
export class AccountDeletionController {
  constructor(
    private readonly deletions: AccountDeletionService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({ summary: 'When the own account is deleted, and the jobs that prevent it' })
  @Access('user.read-deletion')
  @ApiOkResponse({ standardSchema: deletionView })
  read(@CurrentUser() actor: Actor): Promise<DeletionView> {
    return this.deletions.read(actor);
  }

  @Post()
  @HttpCode(202)
  @ApiOperation({ summary: 'Request the deletion of the own account, and end all other sessions' })
  @Access('user.request-deletion', { fails: ['unfinished_business'] })
  @ApiAcceptedResponse({ standardSchema: deletionView })
  request(
    @CurrentUser() actor: Actor,
    @Body({ schema: deletionBody }) { username }: DeletionBody,
    @Req() request: FastifyRequest,
  ): Promise<DeletionView> {
    return this.deletions.request(actor, username, readSessionCookie(request, this.config) ?? '');
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Keep the own account' })
  @Access('user.keep-account')
  @ApiNoContentResponse()
  keep(@CurrentUser() actor: Actor): Promise<void> {
    return this.deletions.keep(actor);
  }
}
