import type { EntityManager } from 'typeorm';
import { payoutWeek, pilotShare } from '@dps/contract';
import type { Job } from '../../modules/jobs/job.entity.ts';
import { recordPilotMovement } from '../../modules/payments/ledger/record-movements.ts';
import type { Payment } from '../../modules/payments/payment.entity.ts';
import { PayoutAccount } from '../../modules/payments/payout-account/payout-account.entity.ts';
import { Payout } from '../../modules/payments/payouts/payout.entity.ts';
import { PilotTransfer } from '../../modules/payments/transfers/pilot-transfer.entity.ts';
import { User } from '../../modules/users/user.entity.ts';
import type { DemoJob } from './demo-jobs.ts';
import type { DemoMoney } from './demo-money.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Inserts a ready account of a pilot. */
export async function seedPayoutAccount(
  manager: EntityManager,
  userId: number,
  money: DemoMoney | null,
): Promise<void> {
  const { email } = await manager.findOneByOrFail(User, { id: userId });
  const accountId = (await money?.openAccount(userId, email)) ?? 'acct_demo_pilot';
  await manager.insert(PayoutAccount, { userId, accountId, state: 'ready' });
}

/** Inserts the transfer of the share of a card payment to the account of its pilot, and its payout. */
export async function seedShare(
  manager: EntityManager,
  { id: jobId, pilotId }: Job,
  { id: paymentId, amount, createdAt: at, transactionId }: Payment,
  status: DemoJob['payout'],
  money: DemoMoney | null,
): Promise<void> {
  if (pilotId === null) throw new Error(`The paid job ${jobId} has no pilot`);
  const amountCents = pilotShare(amount);
  const payout = status && (await seedPayout(manager, { pilotId, amountCents, status, earnedAt: at }));
  const share = { paymentId, jobId, pilotId };
  const providerTransferId = await money?.transfer(paymentId, transactionId ?? '', amountCents);
  const transfer = manager.create(PilotTransfer, {
    ...share,
    amountCents,
    status: 'transferred',
    providerTransferId: providerTransferId ?? `tr_demo_${jobId}`,
    payoutId: payout?.id ?? null,
    createdAt: at,
    transferredAt: at,
  });
  await manager.insert(PilotTransfer, transfer);
  const sent = { pilot: -amountCents, 'payout-account': amountCents };
  await recordPilotMovement(manager, share, {
    movement: `transfer:${transfer.id}`,
    kind: 'transfer',
    cents: sent,
    at,
  });
  if (!payout) return;
  const sentOut = await money?.payOut(payout.id, amountCents);
  if (sentOut) {
    const { id: providerPayoutId, arrivesOn } = sentOut;
    const isOpen = payout.status === 'in-transit';
    await manager.update(Payout, { id: payout.id }, { providerPayoutId, ...(isOpen && { arrivesOn }) });
  }
  const paid = { 'payout-account': -amountCents, bank: amountCents };
  const movement = `payout:${payout.id}:${paymentId}`;
  await recordPilotMovement(manager, share, { movement, kind: 'payout', cents: paid, at: payout.createdAt });
}

/**
 * Inserts a payout: one that arrived after the first Friday on which its money was at the account, or one of the last Friday, which
 * arrives tomorrow.
 */
async function seedPayout(
  manager: EntityManager,
  facts: { pilotId: number; amountCents: number; status: 'paid' | 'in-transit'; earnedAt: Date },
): Promise<Payout> {
  const { pilotId, amountCents, status, earnedAt } = facts;
  const isPaid = status === 'paid';
  const week = payoutWeek(isPaid ? daysAfter(earnedAt, 7) : new Date());
  const createdAt = new Date(`${week}T06:00:00Z`);
  const arrival = daysAfter(isPaid ? createdAt : new Date(), isPaid ? 4 : 1);
  const payout = manager.create(Payout, {
    pilotId,
    amountCents,
    status,
    week,
    createdAt,
    arrivesOn: dayOf(arrival),
    paidAt: isPaid ? arrival : null,
  });
  await manager.insert(Payout, payout);
  return payout;
}
