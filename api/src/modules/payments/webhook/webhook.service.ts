import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProviderEventBody } from '@dps/shared-contracts';
import { Payment } from '../payment.entity.ts';
import { PaymentSettler } from '../payment.settler.ts';
import { ProviderEvent } from '../provider-event.entity.ts';
import { PaymentProvider } from '../provider/payment-provider.ts';

const OF_INTENTS = /^payment_intent\./;

/**
 * Events of the provider: they come late, twice and out of order. So an event only says that something happened to an
 * intent; what it is worth is asked of the provider. A failure of ours is thrown on, so that the provider sends it again.
 */
@Injectable()
export class WebhookService {
  private readonly log = new Logger(WebhookService.name);

  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly settler: PaymentSettler,
  ) {}

  /** Throws `invalid_signature` or `provider_unavailable`. */
  async receive(body: Buffer, signature: string, event: ProviderEventBody): Promise<void> {
    this.provider.verifySignature(body, signature);
    const intentId = OF_INTENTS.test(event.type) ? event.data.object.id : undefined;
    if (await this.database.manager.existsBy(ProviderEvent, { eventId: event.id })) return;
    const intent = intentId && (await this.isOurs(intentId)) ? await this.provider.retrieve(intentId) : null;
    await this.database.transaction(async (manager) => {
      if (!(await remember(manager, event)) || !intent) return;
      const outcome = await this.settler.applyIn(manager, intent);
      if (outcome === 'mismatch') this.log.error(`Intent ${intent.id} does not match its payment`);
    });
  }

  /** An account at the provider may serve other products too. Nobody can pay an intent of ours before we know its id. */
  private isOurs(intentId: string): Promise<boolean> {
    return this.database.manager.existsBy(Payment, { transactionId: intentId });
  }
}

/** False when the event was dealt with before. */
async function remember(manager: EntityManager, { id, type }: ProviderEventBody): Promise<boolean> {
  const { raw } = await manager
    .createQueryBuilder()
    .insert()
    .into(ProviderEvent)
    .values({ eventId: id, type })
    .orIgnore()
    .returning('id')
    .execute();
  return Array.isArray(raw) && raw.length > 0;
}
