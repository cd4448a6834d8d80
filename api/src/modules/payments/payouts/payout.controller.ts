import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  pageQuery,
  payoutBalanceView,
  payoutListView,
  type Actor,
  type PageQuery,
  type PayoutBalanceView,
  type PayoutView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../../platform/auth/access.decorator.ts';
import type { Page } from '../../../platform/http/paging/keyset.ts';
import { Paged } from '../../../platform/http/paging/paged.decorator.ts';
import { PayoutReader } from './payout.reader.ts';

@Controller('payouts')
@ApiTags('Payment')
export class PayoutController {
  constructor(private readonly payouts: PayoutReader) {}

  @Get()
  @ApiOperation({ summary: 'The payouts to your bank, newest first, with their jobs' })
  @Access('payouts.read')
  @Paged(payoutListView)
  ofActor(
    @CurrentUser() actor: Actor,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<PayoutView>> {
    return this.payouts.ofActor(actor, query);
  }

  @Get('balance')
  @ApiOperation({ summary: 'Your money: at the payout account, in payouts, and what waits' })
  @Access('payouts.read')
  @ApiOkResponse({ standardSchema: payoutBalanceView })
  balance(@CurrentUser() actor: Actor): Promise<PayoutBalanceView> {
    return this.payouts.balanceOf(actor);
  }
}
