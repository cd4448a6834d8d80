import { Body, Controller, HttpCode, Param, Post, Res, Get, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  confirmPaymentBody,
  idParameter,
  paymentOutcomeView,
  paymentSetupView,
  type Actor,
  type ConfirmPaymentBody,
  type IdParameter,
  type PaymentOutcomeView,
  type PaymentSetupView,
  pageQuery,
  paymentListView,
  type PageQuery,
  type PaymentView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { PaymentService } from './payment.service.ts';
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

@Controller('jobs/:id')
export class PaymentController {
  constructor(private readonly payments: PaymentService) {}

  @Post('create-payment')
  @HttpCode(200)
  @ApiOperation({ summary: 'Start the card payment of a job, or continue the open one' })
  @Access('payments.pay', {
    fails: ['not_found', 'payment_not_due', 'payment_mismatch', 'provider_unavailable'],
  })
  @ApiOkResponse({ standardSchema: paymentSetupView })
  create(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<PaymentSetupView> {
    return this.payments.create(actor, id);
  }

  /** 202 while the provider still processes the payment. */
  @Post('confirm-payment')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Settle a card payment that the browser has confirmed; 202 while it is processed',
  })
  @Access('payments.confirm', {
    fails: ['not_found', 'payment_not_due', 'payment_mismatch', 'payment_failed', 'provider_unavailable'],
  })
  @ApiOkResponse({ standardSchema: paymentOutcomeView })
  @ApiAcceptedResponse({ standardSchema: paymentOutcomeView })
  async confirm(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: confirmPaymentBody }) { paymentIntentId }: ConfirmPaymentBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentOutcomeView> {
    const outcome = await this.payments.confirm(actor, id, paymentIntentId);
    if (outcome.status === 'processing') void reply.status(202);
    return outcome;
  }
}
