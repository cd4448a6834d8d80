import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import {
  authenticatorView,
  recoveryCodesView,
  secondFactorBody,
  secondFactorView,
  type Actor,
  type AuthenticatorView,
  type RecoveryCodesView,
  type SecondFactorBody,
  type SecondFactorView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { SecondFactorService } from './second-factor.service.ts';

/** The second factor of the signed-in user. */
@Controller('user/second-factor')
@ApiTags('User')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorService) {}

  @Get()
  @ApiOperation({ summary: 'Whether sign-ins require a code of an authenticator app' })
  @Access('user.read-second-factor')
  @ApiOkResponse({ standardSchema: secondFactorView })
  read(@CurrentUser() actor: Actor): Promise<SecondFactorView> {
    return this.factors.read(actor);
  }

  @Post()
  @ApiOperation({ summary: 'Create a secret for an authenticator app' })
  @Access('user.change-second-factor')
  @ApiCreatedResponse({ standardSchema: authenticatorView })
  start(@CurrentUser() actor: Actor): Promise<AuthenticatorView> {
    return this.factors.start(actor);
  }

  @Put()
  @ApiOperation({ summary: 'Confirm the secret with a code. From now on, sign-ins require a code' })
  @Access('user.confirm-second-factor')
  @ApiOkResponse({ standardSchema: recoveryCodesView })
  confirm(
    @CurrentUser() actor: Actor,
    @Body({ schema: secondFactorBody }) { code }: SecondFactorBody,
  ): Promise<RecoveryCodesView> {
    return this.factors.confirm(actor, code);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove the second factor and its recovery codes' })
  @Access('user.change-second-factor')
  @ApiNoContentResponse()
  remove(@CurrentUser() actor: Actor): Promise<void> {
    return this.factors.remove(actor);
  }
}
