import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProviderEventBody } from '@dps/contract';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { Payment } from '../payment.entity.ts';
import { PayoutAccountService } from '../payout-account/payout-account.service.ts';
import { PaymentSettler } from '../payment.settler.ts';
import { PayoutService } from '../payouts/payout.service.ts';
import { ProviderEvent } from '../provider-event.entity.ts';
import { PaymentProvider } from '../provider/payment-provider.ts';
import { subjectOf } from './event-subject.ts';

/** Maximum number of reads from the provider while the payment changes concurrently. */
const MOST_ATTEMPTS = 5;
const RETRY_SECONDS = 1;

/**
 * Receives the provider's events, which come late, twice and out of order. An event only reports that a payment, an account or a payout changed; the
 * state is read from the provider. If this fails, the error response makes the provider send the event again.
 */
@Injectable()
export class WebhookService {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly settler: PaymentSettler,
    private readonly accounts: PayoutAccountService,
    private readonly payouts: PayoutService,
  ) {}

  /** Throws `invalid_signature`, `payment_mismatch` or `provider_unavailable`. */
  async receive(body: Buffer, signature: string, event: ProviderEventBody): Promise<void> {
    this.provider.verifySignature(body, signature);
    if (await this.database.manager.existsBy(ProviderEvent, { eventId: event.id })) return;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      if (await this.process(event)) return;
    }
    throw new DomainError('provider_unavailable', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: 'a payment changes concurrently',
    });
  }

  /** Returns false if the payment changed after the provider was read. */
  private async process(event: ProviderEventBody): Promise<boolean> {
    const subject = subjectOf(event);
    if (subject && 'accountId' in subject) {
      const { accountId, payoutId } = subject;
      if (payoutId === undefined) await this.accounts.lookUp(accountId);
      else await this.payouts.lookUp(accountId, payoutId);
      await recordProcessed(this.database.manager, event);
      return true;
    }
    const payment =
      subject && (await this.database.manager.findOneBy(Payment, { transactionId: subject.intentId }));
    // An account at the provider may serve other products. An intent of ours is stored before any client can pay it.
    const intent = payment && (await this.provider.retrieve(subject.intentId));
    const returned = intent && subject.isAboutMoney ? await this.provider.returnedOf(intent) : null;
    const record = (manager: EntityManager) => recordProcessed(manager, event);
    if (!intent) {
      await record(this.database.manager);
      return true;
    }
    const returnCheck = returned && { returned, asOf: payment.version };
    return (await this.settler.apply(intent, { returnCheck, record })) !== 'stale';
  }
}

/** Records an event as processed. Of two concurrent deliveries, the second changes nothing. */
async function recordProcessed(manager: EntityManager, { id, type }: ProviderEventBody): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(ProviderEvent)
    .values({ eventId: id, type })
    .orIgnore()
    .execute();
}
