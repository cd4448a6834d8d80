import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { Job } from '../jobs/job.entity.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { PaymentSettlement } from './payment-settlement.ts';
import { Payment } from './payment.entity.ts';
import { lockJob, PaymentSettler } from './payment.settler.ts';
import { PaymentProvider } from './provider/payment-provider.ts';

/** Records payments that the pilot received off the platform. */
@Injectable()
export class ManualSettlement extends PaymentSettlement {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly settler: PaymentSettler,
  ) {
    super();
  }

  /** Cancels an open card payment first. If it has already succeeded, it settles the job instead. */
  override async recordManualPayment(actor: Actor, jobId: number): Promise<void> {
    if (await this.settledByCard(jobId)) return;
    await this.database.transaction((manager) => record(manager, actor, jobId));
  }

  private async settledByCard(jobId: number): Promise<boolean> {
    const open = await this.database.manager.findOneBy(Payment, { jobId, status: 'pending' });
    if (!open?.transactionId) return false;
    const outcome = await this.settler.apply(await this.provider.cancel(open.transactionId));
    if (outcome === 'wait') throw new DomainError('payment_not_due');
    return outcome === 'settle';
  }
}

async function record(manager: EntityManager, actor: Actor, jobId: number): Promise<void> {
  const job = await lockJob(manager, jobId);
  if (!job) throw new DomainError('not_found');
  requireJobAccess('jobs.record-manual-payment', actor, job);
  await endUnstarted(manager, jobId);
  await manager.insert(Payment, {
    jobId,
    provider: 'manual',
    status: 'completed',
    amount: job.budget,
    transactionId: `manual:${randomUUID()}`,
  });
  await manager.update(Job, { id: jobId, status: 'completed' }, { status: 'paid' });
}

/**
 * Ends an open payment without an intent. A concurrent request that starts the intent finds the payment ended and cancels
 * the intent. A single statement, because the intent's id is stored without the job's lock. Throws `payment_not_due` if the
 * payment has an intent by now.
 */
async function endUnstarted(manager: EntityManager, jobId: number): Promise<void> {
  await manager.update(
    Payment,
    { jobId, status: 'pending', transactionId: IsNull() },
    { status: 'canceled' },
  );
  if (await manager.existsBy(Payment, { jobId, status: 'pending' })) throw new DomainError('payment_not_due');
}
