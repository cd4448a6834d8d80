import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import type { Actor, PaymentOutcomeView, PaymentSetupView } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { lockJob, markOpened } from '../jobs/job.changes.ts';
import { Job } from '../jobs/job.entity.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { Payment } from './payment.entity.ts';
import { idempotencyKey, LIVE_STATUSES } from './payment.policy.ts';
import { PaymentSettler } from './payment.settler.ts';
import { hasSettled } from './payment.transitions.ts';
import type { PaymentIntent } from './provider/payment-intent.ts';
import { PaymentProvider } from './provider/payment-provider.ts';
import { isKeptFailure } from './provider/provider-error.ts';

/** Card payments of jobs. The provider is never called inside a transaction. */
@Injectable()
export class PaymentService {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly settler: PaymentSettler,
  ) {}

  /**
   * Starts the payment of a job, or continues the open one: two tabs get the same client secret. Throws `not_found`,
   * `forbidden`, `payment_not_due` or `provider_unavailable`.
   */
  async create(actor: Actor, jobId: number): Promise<PaymentSetupView> {
    // An intent that was cancelled at the provider ends its payment, so the second call starts a new one.
    const intent = (await this.openIntent(actor, jobId)) ?? (await this.openIntent(actor, jobId));
    if (!intent) throw new DomainError('payment_not_due');
    return { clientSecret: intent.clientSecret };
  }

  /**
   * Reads a confirmed payment from the provider and settles it. Throws `not_found`,
   * `forbidden`, `payment_not_due`, `payment_mismatch`, `payment_failed` or `provider_unavailable`.
   */
  async confirm(actor: Actor, jobId: number, intentId: string): Promise<PaymentOutcomeView> {
    const job = await this.database.manager.findOneBy(Job, { id: jobId });
    if (!job) throw new DomainError('not_found');
    requireJobAccess('payments.confirm', actor, job);
    const payment = await this.database.manager.findOneBy(Payment, { jobId, transactionId: intentId });
    if (!payment) throw new DomainError('payment_mismatch');
    if (hasSettled(payment.status)) return { status: 'completed' };
    await resetSweepBackoff(this.database.manager, payment);
    const outcome = await this.settler.apply(await this.provider.retrieve(intentId));
    if (outcome === 'settle') return { status: 'completed' };
    if (outcome === 'wait') return { status: 'processing' };
    throw new DomainError(outcome === 'mismatch' ? 'payment_mismatch' : 'payment_failed');
  }

  /** Returns the intent of the job's open payment, or null if it was cancelled. */
  private async openIntent(actor: Actor, jobId: number): Promise<PaymentIntent | null> {
    const payment = await this.openPayment(actor, jobId);
    const intent = payment.transactionId
      ? await this.provider.retrieve(payment.transactionId)
      : await this.startAtProvider(payment);
    if (intent.status !== 'canceled') return intent;
    await this.settler.apply(intent);
    return null;
  }

  /** Returns the job's open payment, or creates one. Commits it before the provider is called. */
  private openPayment(actor: Actor, jobId: number): Promise<Payment> {
    return this.database.transaction(async (manager) => {
      const job = await lockJob(manager, jobId);
      requireJobAccess('payments.pay', actor, job);
      await markOpened(manager, job);
      const live = await manager.findOneBy(Payment, { jobId, status: In(LIVE_STATUSES) });
      if (live?.status === 'completed') throw new DomainError('payment_not_due');
      if (!live) {
        return manager.save(manager.create(Payment, { jobId, provider: 'stripe', amount: job.budget }));
      }
      await resetSweepBackoff(manager, live);
      return live;
    });
  }

  private async startAtProvider(payment: Payment): Promise<PaymentIntent> {
    const { id, jobId, amount, currency } = payment;
    // `find` joins in one statement; `findOne` with a relation sends two.
    const [job] = await this.database.manager.find(Job, {
      select: { id: true, title: true, client: { email: true } },
      where: { id: jobId },
      relations: { client: true },
    });
    if (!job) throw new DomainError('not_found');
    const clientEmail = job.client.email;
    const intent = await this.provider
      .create({
        amount,
        currency,
        job,
        clientEmail,
        paymentId: id,
        idempotencyKey: idempotencyKey(payment),
      })
      .catch(async (error: unknown) => {
        if (isKeptFailure(error)) await this.countAttempt(payment);
        throw error;
      });
    // Only one of two tabs updates the row. Both received the same intent.
    await this.database.manager.update(
      Payment,
      { id, status: 'pending', transactionId: IsNull() },
      { transactionId: intent.id },
    );
    const kept = await this.database.manager.findOneBy(Payment, { id, transactionId: intent.id });
    if (kept?.status === 'pending') return intent;
    // The payment ended during the call, because money was received elsewhere. Cancel the intent.
    return this.provider.cancel(intent.id);
  }

  /** The next call uses another key. No client has received the secret of an intent that this call may have created. */
  private async countAttempt({ id, attempt }: Payment): Promise<void> {
    await this.database.manager.update(
      Payment,
      { id, attempt, status: 'pending', transactionId: IsNull() },
      { attempt: attempt + 1 },
    );
  }
}

/** A client is active again, so the sweep starts again with its shortest pause. */
async function resetSweepBackoff(manager: EntityManager, { id, checks }: Payment): Promise<void> {
  if (checks > 0) await manager.update(Payment, { id }, { checks: 0, checkAfter: () => 'now()' });
}
