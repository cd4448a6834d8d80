import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '@dps/contract';
import { updateRows } from '../../platform/database/changed-rows.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { changeJobs, lockJob } from '../jobs/job.changes.ts';
import type { Job } from '../jobs/job.entity.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { recordPaymentChange } from './payment.changes.ts';
import { PaymentSettlement } from './payment-settlement.ts';
import { Payment } from './payment.entity.ts';
import { PaymentSettler } from './payment.settler.ts';
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

  override recordManualPayment(actor: Actor, jobId: number): Promise<void> {
    return this.withoutCardPayment(jobId, (manager, job) => record(manager, actor, job));
  }

  override async withoutCardPayment(
    jobId: number,
    change: (manager: EntityManager, job: Job) => Promise<void>,
  ): Promise<void> {
    if (await this.settledByCard(jobId)) return;
    await this.database.transaction(async (manager) => {
      const job = await lockJob(manager, jobId);
      await endUnstarted(manager, job);
      await change(manager, job);
    });
  }

  private async settledByCard(jobId: number): Promise<boolean> {
    const open = await this.database.manager.findOneBy(Payment, { jobId, status: 'pending' });
    if (!open?.transactionId) return false;
    const outcome = await this.settler.apply(await this.provider.cancel(open.transactionId));
    if (outcome === 'wait') throw new DomainError('payment_not_due');
    return outcome === 'settle';
  }
}

async function record(manager: EntityManager, actor: Actor, job: Job): Promise<void> {
  requireJobAccess('jobs.record-manual-payment', actor, job);
  const payment = manager.create(Payment, {
    jobId: job.id,
    provider: 'manual',
    status: 'completed',
    amount: job.budget,
    refundedAmount: 0,
    disputedAmount: 0,
    lostAmount: 0,
    transactionId: `manual:${randomUUID()}`,
  });
  await manager.insert(Payment, payment);
  await recordPaymentChange(manager, job, payment, null);
  await changeJobs(manager, actor.id, { id: job.id, status: 'completed' }, { status: 'paid' });
}

/**
 * Ends an open payment without an intent. A concurrent request that starts the intent finds the payment ended and cancels
 * the intent. A single statement, because the intent's id is stored without the job's lock. Throws `payment_not_due` if the
 * payment has an intent by now.
 */
async function endUnstarted(manager: EntityManager, job: Job): Promise<void> {
  const open = { jobId: job.id, status: 'pending' } as const;
  const end = { status: 'canceled' } as const;
  for (const payment of await updateRows(manager, Payment, { ...open, transactionId: IsNull() }, end))
    await recordPaymentChange(manager, job, payment, end);
  if (await manager.existsBy(Payment, open)) throw new DomainError('payment_not_due');
}
