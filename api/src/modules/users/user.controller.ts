import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import {
  profileBody,
  profileImageBody,
  quotaListView,
  userView,
  type Actor,
  type ProfileBody,
  type ProfileImageBody,
  type QuotaView,
  type UserView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import type { SessionUser } from '../../platform/auth/access.policy.ts';
import { AccountQuotas } from './account-quotas.ts';
import { UserService } from './user.service.ts';

/** 5 MB as base64, with its prefix and the JSON around it. */
const IMAGE_BODY_LIMIT = 7_110_000;

@Controller('user')
export class UserController {
  constructor(
    private readonly users: UserService,
    private readonly accountQuotas: AccountQuotas,
  ) {}

  @Get('current')
  @ApiOperation({ summary: 'The signed-in user' })
  @Access('user.read-current')
  @ApiOkResponse({ standardSchema: userView })
  current(@CurrentUser() actor: Actor): Promise<UserView> {
    return this.users.current(actor);
  }

  @Get('quotas')
  @ApiOperation({ summary: 'What the signed-in user stores, and the limits' })
  @Access('user.read-quotas')
  @ApiOkResponse({ standardSchema: quotaListView })
  quotas(@CurrentUser() actor: Actor): Promise<QuotaView[]> {
    return this.accountQuotas.read(actor);
  }

  @Put('profile')
  @ApiOperation({ summary: 'Change the name, email and flight hours of the signed-in user' })
  @Access('user.update-profile', { fails: ['email_taken', 'reauthentication_required'] })
  @ApiOkResponse({ standardSchema: userView })
  updateProfile(
    @CurrentUser() actor: SessionUser,
    @Body({ schema: profileBody }) body: ProfileBody,
  ): Promise<UserView> {
    return this.users.updateProfile(actor, body);
  }

  @Post('profile-image')
  @HttpCode(200)
  @ApiOperation({ summary: 'Replace the profile image of the signed-in user' })
  @Access('user.update-image', {
    bodyLimit: IMAGE_BODY_LIMIT,
    large: 'json',
    fails: ['invalid_file', 'request_timeout'],
  })
  @ApiOkResponse({ standardSchema: userView })
  updateImage(
    @CurrentUser() actor: Actor,
    @Body({ schema: profileImageBody }) { imageData }: ProfileImageBody,
  ): Promise<UserView> {
    return this.users.updateImage(actor, imageData);
  }
}
