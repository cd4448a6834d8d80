import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  payoutAccountLinkView,
  payoutAccountView,
  type Actor,
  type PayoutAccountLinkView,
  type PayoutAccountView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../../platform/auth/access.decorator.ts';
import { PayoutAccountService } from './payout-account.service.ts';

@Controller('payout-account')
@ApiTags('Payment')
export class PayoutAccountController {
  constructor(private readonly accounts: PayoutAccountService) {}

  @Get()
  @ApiOperation({ summary: 'The account at the payment provider that receives your share' })
  @Access('payout-account.read')
  @ApiOkResponse({ standardSchema: payoutAccountView })
  read(@CurrentUser() actor: Actor): Promise<PayoutAccountView> {
    return this.accounts.read(actor);
  }

  @Post('link')
  @HttpCode(200)
  @ApiOperation({
    summary:
      "The address of the provider's page that sets the account up, or of the dashboard of a ready account; creates the account",
  })
  @Access('payout-account.set-up', { fails: ['provider_unavailable', 'status_conflict'] })
  @ApiOkResponse({ standardSchema: payoutAccountLinkView })
  link(@CurrentUser() actor: Actor): Promise<PayoutAccountLinkView> {
    return this.accounts.link(actor);
  }

  @Post('check')
  @HttpCode(200)
  @ApiOperation({ summary: 'Read the state of the account from the provider' })
  @Access('payout-account.set-up', { fails: ['provider_unavailable'] })
  @ApiOkResponse({ standardSchema: payoutAccountView })
  check(@CurrentUser() actor: Actor): Promise<PayoutAccountView> {
    return this.accounts.check(actor);
  }
}
