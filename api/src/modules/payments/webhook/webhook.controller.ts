import { Body, Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { providerEvent, webhookView, type ProviderEventBody } from '@dps/contract';
import { Access } from '../../../platform/auth/access.decorator.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { WebhookService } from './webhook.service.ts';

/** Maximum size of an event, in bytes. Events are larger than other JSON bodies. */
const EVENT_BYTES = 256 * 1024;

@Controller('payments')
export class WebhookController {
  constructor(private readonly webhooks: WebhookService) {}

  @Post('webhook')
  @HttpCode(200)
  @ApiOperation({ summary: 'Receive a signed event of the payment provider' })
  @Access('payments.webhook', {
    fails: ['invalid_signature', 'payment_mismatch', 'provider_unavailable'],
    rawBody: true,
    bodyLimit: EVENT_BYTES,
  })
  @ApiHeader({
    name: 'stripe-signature',
    description: "The time of sending and the provider's signature of time and body",
    required: true,
    schema: { type: 'string', pattern: '^t=\\d+(,v\\d=[0-9a-f]+)+$' },
  })
  @ApiOkResponse({ standardSchema: webhookView })
  async receive(
    @Req() { rawBody }: FastifyRequest,
    @Headers('stripe-signature') signature: string | undefined,
    @Body({ schema: providerEvent }) event: ProviderEventBody,
  ): Promise<{ received: boolean }> {
    if (!rawBody || !signature) throw new DomainError('invalid_signature');
    await this.webhooks.receive(rawBody, signature, event);
    return { received: true };
  }
}
