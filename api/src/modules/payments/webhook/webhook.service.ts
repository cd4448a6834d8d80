import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProviderEventBody } from '@dps/shared-contracts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { Payment } from '../payment.entity.ts';
import { PaymentSettler } from '../payment.settler.ts';
import { ProviderEvent } from '../provider-event.entity.ts';
import { PaymentProvider } from '../provider/payment-provider.ts';
import { subjectOf } from './event-subject.ts';

/** How often news are asked for again that somebody else was faster with. */
const MOST_ATTEMPTS = 5;
const RETRY_SECONDS = 1;

/**
 * Events of the provider: they come late, twice and out of order. So an event only says that something happened to a
 * payment; what it is worth is asked of the provider. A failure of ours is thrown on, so that the provider sends it again.
 */
@Injectable()
export class WebhookService {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly settler: PaymentSettler,
  ) {}

  /** Throws `invalid_signature`, `payment_mismatch` or `provider_unavailable`. */
  async receive(body: Buffer, signature: string, event: ProviderEventBody): Promise<void> {
    this.provider.verifySignature(body, signature);
    if (await this.database.manager.existsBy(ProviderEvent, { eventId: event.id })) return;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      if (await this.takeNote(event)) return;
    }
    throw new DomainError('provider_unavailable', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: 'a payment changes all the time',
    });
  }

  /** False when the payment has changed since the provider was asked. */
  private async takeNote(event: ProviderEventBody): Promise<boolean> {
    const subject = subjectOf(event);
    const payment =
      subject && (await this.database.manager.findOneBy(Payment, { transactionId: subject.intentId }));
    // An account at the provider may serve other products too. Nobody can pay an intent of ours before we know its id.
    const intent = payment && (await this.provider.retrieve(subject.intentId));
    const returned = intent && subject.isAboutMoney ? await this.provider.returnedOf(intent) : null;
    const aftermath = payment && returned && { returned, asOf: payment.version };
    return this.database.transaction(async (manager) => {
      const outcome = intent && (await this.settler.applyIn(manager, intent, aftermath));
      if (outcome === 'stale') return false;
      await remember(manager, event);
      return true;
    });
  }
}

/** Two deliveries at once may both come here: the second has found nothing left to do. */
async function remember(manager: EntityManager, { id, type }: ProviderEventBody): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(ProviderEvent)
    .values({ eventId: id, type })
    .orIgnore()
    .execute();
}
