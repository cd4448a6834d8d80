import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  pageQuery,
  paymentListView,
  paymentSummaryQuery,
  paymentSummaryView,
  type Actor,
  type PageQuery,
  type PaymentSummaryQuery,
  type PaymentSummaryView,
  type PaymentView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import type { Page } from '../../platform/http/paging/keyset.ts';
import { Paged } from '../../platform/http/paging/paged.decorator.ts';
import { PaymentReader } from './payment.reader.ts';

@Controller('payments')
@ApiTags('Payment')
export class PaymentListController {
  constructor(private readonly payments: PaymentReader) {}

  @Get()
  @ApiOperation({ summary: 'The latest payment of each own job, newest job first' })
  @Access('payments.list')
  @Paged(paymentListView)
  ofActor(
    @CurrentUser() actor: Actor,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<PaymentView>> {
    return this.payments.ofActor(actor, query);
  }

  @Get('summary')
  @ApiOperation({ summary: 'The totals of the completed and paid own jobs by month, and the latest of them' })
  @Access('payments.list')
  @ApiOkResponse({ standardSchema: paymentSummaryView })
  summary(
    @CurrentUser() actor: Actor,
    @Query({ schema: paymentSummaryQuery }) query: PaymentSummaryQuery,
  ): Promise<PaymentSummaryView> {
    return this.payments.summary(actor, query);
  }
}
