import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { pageQuery, paymentListView, type Actor, type PageQuery, type PaymentView } from '@dps/contract';
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
}
