import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  FinalFailure,
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../../../platform/background/background-work.ts';
import { lockJob } from '../../jobs/job.changes.ts';
import { Payment } from '../payment.entity.ts';
import { PayoutAccount } from '../payout-account/payout-account.entity.ts';
import { PayoutAccountService } from '../payout-account/payout-account.service.ts';
import { PaymentProvider } from '../provider/payment-provider.ts';
import { isKeptFailure } from '../provider/provider-error.ts';
import { ProviderRefusal, ShareProvider } from '../provider/share-provider.ts';
import { PilotTransfer } from './pilot-transfer.entity.ts';
import { retryReversals } from './release-transfers.ts';
import { planOf } from './plan-transfers.ts';
import { completeReversal, completeTransfer, refuse } from './transfer-results.ts';

/** The account has spent the money. The next transfer to it repeats the reversal. */
const BALANCE_INSUFFICIENT = 'balance_insufficient';

/** A call of the provider, which is recorded before it is made. */
type Step =
  | { kind: 'send'; transfer: PilotTransfer; payment: Payment; accountId: string; isRepeat: boolean }
  | { kind: 'reverse'; transfer: PilotTransfer; transferId: string };

/**
 * Transfers the share of a payment to its pilot, and takes returned money back. Each call is recorded before it is made, so that a
 * process that follows a killed one repeats the same call.
 */
@Injectable()
@Handles('pilot-transfer')
export class PilotTransfers implements BackgroundHandler {
  constructor(
    private readonly database: DataSource,
    private readonly payments: PaymentProvider,
    private readonly shares: ShareProvider,
    private readonly accounts: PayoutAccountService,
  ) {}

  /** Does what is to do for a payment. Throws `provider_unavailable`, or FinalFailure if the provider has refused a call. */
  async run({ rowId: paymentId, signal }: Pick<Attempt, 'rowId' | 'signal'>): Promise<undefined> {
    while (!signal.aborted) {
      const step = await this.database.transaction((manager) => nextStep(manager, paymentId));
      if (!step || !(await this.take(step))) return;
    }
  }

  /** Returns false if nothing further can be done now. */
  private async take(step: Step): Promise<boolean> {
    const { transfer } = step;
    try {
      if (step.kind === 'send') await this.send(step);
      else await this.reverse(step);
      return true;
    } catch (error) {
      if (isKeptFailure(error))
        await this.database.manager.increment(PilotTransfer, { id: transfer.id }, 'attempt', 1);
      if (!(error instanceof ProviderRefusal)) throw error;
      const isPatient = await this.isPatient(step, error);
      await this.database.transaction((manager) => refuse(manager, transfer, error.code, isPatient));
      if (isPatient) return false;
      throw new FinalFailure(`Transfer ${transfer.number} of payment ${transfer.paymentId}: ${error.code}`);
    }
  }

  /** True if a refused call waits for the pilot: for a ready account, or for money on it. */
  private async isPatient(step: Step, { code }: ProviderRefusal): Promise<boolean> {
    if (step.kind === 'reverse') return code === BALANCE_INSUFFICIENT;
    await this.accounts.lookUp(step.accountId);
    const { pilotId: userId } = step.transfer;
    return !(await this.database.manager.existsBy(PayoutAccount, { userId, state: 'ready' }));
  }

  private async send({ transfer, payment, accountId, isRepeat }: Step & { kind: 'send' }): Promise<void> {
    const { paymentId, number, amountCents: cents, attempt } = transfer;
    const { chargeId, currency } = await this.payments.retrieve(payment.transactionId ?? '');
    if (chargeId === null || currency !== 'usd') throw new ProviderRefusal('invalid_charge');
    const idempotencyKey = `transfer:${paymentId}:${number}:${attempt}`;
    const found = isRepeat ? await this.shares.findTransfer(paymentId, number) : null;
    const transferId =
      found ??
      (await this.shares.transfer({ paymentId, number, cents, chargeId, accountId, idempotencyKey }));
    await this.database.transaction(async (manager) => {
      if (!(await completeTransfer(manager, transfer, transferId))) return;
      await retryReversals(manager, transfer.pilotId);
    });
  }

  private async reverse({ transfer, transferId }: Step & { kind: 'reverse' }): Promise<void> {
    const { id, reversedCents, reversingCents: cents, attempt } = transfer;
    const idempotencyKey = `reversal:${id}:${attempt}`;
    // The provider forgets a key after a day.
    const isDone = (await this.shares.reversedOf(transferId)) >= reversedCents + cents;
    if (!isDone) await this.shares.reverse({ transferId, cents, idempotencyKey });
    await this.database.transaction((manager) => completeReversal(manager, transfer));
  }
}

/** Returns the next call for a payment, and records it; null if nothing is to do or the pilot has no ready account. */
async function nextStep(manager: EntityManager, paymentId: number): Promise<Step | null> {
  const known = await manager.findOneBy(Payment, { id: paymentId });
  if (!known) return null;
  await lockJob(manager, known.jobId);
  const payment = await manager.findOneByOrFail(Payment, { id: paymentId });
  const transfers = await manager.find(PilotTransfer, { where: { paymentId }, order: { number: 'DESC' } });
  const due =
    transfers.find(({ status }) => status === 'sending') ??
    transfers.find(({ reversingCents }) => reversingCents > 0);
  return due
    ? repeatedStep(manager, due, payment)
    : ((await newReversal(manager, payment, transfers)) ?? newTransfer(manager, payment, transfers));
}

async function repeatedStep(
  manager: EntityManager,
  transfer: PilotTransfer,
  payment: Payment,
): Promise<Step | null> {
  const { status, providerTransferId: transferId, pilotId: userId } = transfer;
  if (status !== 'sending') return transferId ? { kind: 'reverse', transfer, transferId } : null;
  const account = await manager.findOneBy(PayoutAccount, { userId });
  return account?.accountId
    ? { kind: 'send', transfer, payment, accountId: account.accountId, isRepeat: true }
    : null;
}

async function newReversal(
  manager: EntityManager,
  payment: Payment,
  transfers: readonly PilotTransfer[],
): Promise<Step | null> {
  const { reverseCents } = planOf(payment, transfers);
  const transfer = transfers.find(
    ({ status, amountCents, reversedCents }) => status === 'transferred' && amountCents > reversedCents,
  );
  if (reverseCents === 0 || !transfer?.providerTransferId) return null;
  transfer.reversingCents = Math.min(reverseCents, transfer.amountCents - transfer.reversedCents);
  await manager.update(PilotTransfer, { id: transfer.id }, { reversingCents: transfer.reversingCents });
  const transferId = transfer.providerTransferId;
  return { kind: 'reverse', transfer, transferId };
}

async function newTransfer(
  manager: EntityManager,
  payment: Payment,
  transfers: readonly PilotTransfer[],
): Promise<Step | null> {
  const transfer = transfers.find(({ status }) => status === 'waiting');
  if (!transfer) return null;
  const { id, pilotId: userId } = transfer;
  const account = await manager.findOneBy(PayoutAccount, { userId, state: 'ready' });
  if (!account?.accountId) return null;
  transfer.status = 'sending';
  await manager.update(PilotTransfer, { id }, { status: 'sending' });
  return { kind: 'send', transfer, payment, accountId: account.accountId, isRepeat: false };
}
