import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import { payoutWeek } from '@dps/contract';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { recordPilotMovement } from '../ledger/record-movements.ts';
import { PayoutAccount } from '../payout-account/payout-account.entity.ts';
import { ShareProvider, type ProviderPayout } from '../provider/share-provider.ts';
import { notifyShare } from '../transfers/plan-transfers.ts';
import { PilotTransfer } from '../transfers/pilot-transfer.entity.ts';
import { Payout } from './payout.entity.ts';
import { choosePayout, isLater, type ShareAtAccount } from './payout.policy.ts';

/** SQL: the shares of `$1` at the account that were there on the Friday `$2`, oldest first. */
const SHARES = `
  SELECT payment_id AS "paymentId", job_id AS "jobId", sum(amount)::int AS cents FROM ledger_entries
  WHERE user_id = $1 AND account = 'payout-account'
  GROUP BY payment_id, job_id HAVING sum(amount) <> 0 AND min(at) < $2::date + 1 ORDER BY payment_id`;

/** SQL: the shares of the payout `$2` of `$1`. */
const PAID_OUT = `
  SELECT payment_id AS "paymentId", job_id AS "jobId", amount AS cents FROM ledger_entries
  WHERE user_id = $1 AND account = 'bank' AND movement LIKE 'payout:' || $2::int || ':%' ORDER BY id`;

const IS_LEAVING = 'SELECT deletes_at IS NOT NULL AS "isLeaving" FROM users WHERE id = $1';

/** The payouts of pilots, and their movements in the ledger. */
@Injectable()
export class PayoutService {
  constructor(
    private readonly database: DataSource,
    private readonly shares: ShareProvider,
  ) {}

  /**
   * Records the payout of the week from the available money of an account, before the provider is called. Returns the payout to
   * request; null if none is due.
   */
  start(userId: number, availableCents: number): Promise<Payout | null> {
    return this.database.transaction(async (manager) => {
      // Two processes start one payout.
      const lock = { mode: 'for_no_key_update' } as const;
      await manager.findOne(PayoutAccount, { where: { userId }, lock });
      const week = payoutWeek(new Date());
      if (await manager.existsBy(Payout, { pilotId: userId, week, repeatedAt: IsNull() })) return null;
      const [user] = await manager.query<{ isLeaving: boolean }[]>(IS_LEAVING, [userId]);
      const shares = await manager.query<ShareAtAccount[]>(SHARES, [userId, week]);
      const chosen = choosePayout(shares, availableCents, user?.isLeaving === true);
      if (chosen.length === 0) return null;
      const amountCents = chosen.reduce((sum, { cents }) => sum + cents, 0);
      const payout = await manager.save(manager.create(Payout, { pilotId: userId, week, amountCents }));
      await record(manager, payout, 'payout', chosen);
      await report(manager, payout);
      const paymentId = In(chosen.map((share) => share.paymentId));
      const unpaid = { paymentId, status: 'transferred', payoutId: IsNull() } as const;
      await manager.update(PilotTransfer, unpaid, { payoutId: payout.id });
      return payout;
    });
  }

  /** Stores the state of a payout at the provider. Does nothing for an earlier state. */
  apply(
    payoutId: number,
    found: Pick<ProviderPayout, 'status' | 'failureCode' | 'failureMessage'> & Partial<ProviderPayout>,
  ): Promise<void> {
    return this.database.transaction(async (manager) => {
      const lock = { mode: 'for_no_key_update' } as const;
      const payout = await manager.findOne(Payout, { where: { id: payoutId }, lock });
      if (!payout) return;
      const { id: providerPayoutId = null, arrivesOn = null, status, failureCode, failureMessage } = found;
      const facts = {
        providerPayoutId: payout.providerPayoutId ?? providerPayoutId,
        arrivesOn: arrivesOn ?? payout.arrivesOn,
      };
      if (!isLater(status, payout.status)) {
        if (payout.providerPayoutId === null) await manager.update(Payout, { id: payoutId }, facts);
        return;
      }
      const paidAt = status === 'paid' ? new Date() : payout.paidAt;
      await manager.update(
        Payout,
        { id: payoutId },
        { ...facts, status, failureCode, failureMessage, paidAt },
      );
      if (status === 'failed') await takeBack(manager, payout);
      await report(manager, Object.assign(payout, { status, failureMessage }));
    });
  }

  /** Reads a payout from the provider and stores its state. Does nothing for an unknown account or payout. */
  async lookUp(accountId: string, providerPayoutId: string): Promise<void> {
    const account = await this.database.manager.findOneBy(PayoutAccount, { accountId });
    if (!account) return;
    const found = await this.shares.payout(accountId, providerPayoutId);
    const { payoutId } = found;
    if (payoutId === null) return;
    const isOwn = await this.database.manager.existsBy(Payout, { id: payoutId, pilotId: account.userId });
    if (isOwn) await this.apply(payoutId, found);
  }
}

/** The money of a failed payout is at the account again, for the next payout. */
async function takeBack(manager: EntityManager, payout: Payout): Promise<void> {
  const shares = await manager.query<ShareAtAccount[]>(PAID_OUT, [payout.pilotId, payout.id]);
  await record(manager, payout, 'payout-failed', shares);
  await manager.update(PilotTransfer, { payoutId: payout.id }, { payoutId: null });
}

/** Reports a new state to the pilot: to the open pages, and its end by mail. */
async function report(
  manager: EntityManager,
  { id, pilotId, status, amountCents, failureMessage }: Payout,
): Promise<void> {
  const [share] = await manager.query<ShareAtAccount[]>(PAID_OUT, [pilotId, id]);
  if (share) await notifyShare(manager, share.jobId, pilotId);
  const amount = String(amountCents);
  const mail = { kind: 'payout-account', userId: pilotId } as const;
  if (status === 'paid') await enqueueMail(manager, { ...mail, detail: { state: 'payout-paid', amount } });
  if (status !== 'failed') return;
  const detail = { state: 'payout-failed', amount, reason: failureMessage } as const;
  await enqueueMail(manager, { ...mail, detail });
}

async function record(
  manager: EntityManager,
  { id, pilotId }: Payout,
  name: 'payout' | 'payout-failed',
  shares: readonly ShareAtAccount[],
): Promise<void> {
  for (const { paymentId, jobId, cents } of shares) {
    const movement = `${name}:${id}:${paymentId}`;
    const paid = name === 'payout' ? cents : -cents;
    const change = { movement, kind: 'payout', cents: { 'payout-account': -paid, bank: paid } } as const;
    await recordPilotMovement(manager, { paymentId, jobId, pilotId }, change);
  }
}
