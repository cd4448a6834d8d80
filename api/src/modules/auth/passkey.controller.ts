import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Req } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  newPasskeyView,
  passkeyBody,
  passkeyCreationView,
  passkeyListView,
  passkeyNameBody,
  passkeyParameter,
  passkeyView,
  type Actor,
  type NewPasskeyView,
  type PasskeyBody,
  type PasskeyCreationView,
  type PasskeyNameBody,
  type PasskeyParameter,
  type PasskeyView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { deviceName } from './device-name.ts';
import { PasskeyService } from './passkey.service.ts';
import { readSessionCookie } from './session-cookie.ts';

/** The passkeys of the signed-in user. */
@Controller('user/passkeys')
@ApiTags('User')
export class PasskeyController {
  constructor(
    private readonly passkeys: PasskeyService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The own passkeys, oldest first' })
  @Access('user.read-passkeys')
  @ApiOkResponse({ standardSchema: passkeyListView })
  list(@CurrentUser() actor: Actor): Promise<PasskeyView[]> {
    return this.passkeys.list(actor);
  }

  @Post('challenge')
  @HttpCode(200)
  @ApiOperation({
    summary: 'The options with which a browser creates a passkey, for the session of the request',
  })
  @Access('user.start-passkey', { fails: ['too_many_passkeys'] })
  @ApiOkResponse({ standardSchema: passkeyCreationView })
  start(@CurrentUser() actor: Actor, @Req() request: FastifyRequest): Promise<PasskeyCreationView> {
    return this.passkeys.start(actor, this.tokenOf(request));
  }

  @Post()
  @ApiOperation({ summary: 'Add a passkey. From now on, sign-ins with the password require a second factor' })
  @Access('user.add-passkey', { fails: ['invalid_passkey', 'passkey_exists', 'too_many_passkeys'] })
  @ApiCreatedResponse({ standardSchema: newPasskeyView })
  add(
    @CurrentUser() actor: Actor,
    @Body({ schema: passkeyBody }) { credential }: PasskeyBody,
    @Req() request: FastifyRequest,
  ): Promise<NewPasskeyView> {
    return this.passkeys.add(actor, credential, {
      sessionToken: this.tokenOf(request),
      device: deviceName(request.headers['user-agent']),
    });
  }

  @Put(':id')
  @ApiOperation({ summary: 'Rename one of the own passkeys' })
  @Access('user.change-passkey', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: passkeyView })
  rename(
    @CurrentUser() actor: Actor,
    @Param({ schema: passkeyParameter }) { id }: PasskeyParameter,
    @Body({ schema: passkeyNameBody }) { name }: PasskeyNameBody,
  ): Promise<PasskeyView> {
    return this.passkeys.rename(actor, id, name);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Remove one of the own passkeys, and the recovery codes with the last second factor',
  })
  @Access('user.change-passkey', { fails: ['not_found'] })
  @ApiNoContentResponse()
  remove(
    @CurrentUser() actor: Actor,
    @Param({ schema: passkeyParameter }) { id }: PasskeyParameter,
  ): Promise<void> {
    return this.passkeys.remove(actor, id);
  }

  /** The token of the request's session, which the guard has found valid. */
  private tokenOf(request: FastifyRequest): string {
    return readSessionCookie(request, this.config) ?? '';
  }
}
