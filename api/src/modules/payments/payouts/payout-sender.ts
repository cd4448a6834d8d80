import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import {
  FinalFailure,
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../../../platform/background/background-work.ts';
import { PayoutAccount } from '../payout-account/payout-account.entity.ts';
import { isKeptFailure } from '../provider/provider-error.ts';
import { ProviderRefusal, ShareProvider } from '../provider/share-provider.ts';
import { Payout } from './payout.entity.ts';
import { PayoutService } from './payout.service.ts';

/**
 * Pays the balance of a pilot out once a week, and looks up the payouts on their way. A payout is recorded before the provider is
 * called, so that a process that follows a killed one requests the same payout.
 */
@Injectable()
@Handles('payout')
export class PayoutSender implements BackgroundHandler {
  constructor(
    private readonly database: DataSource,
    private readonly shares: ShareProvider,
    private readonly payouts: PayoutService,
  ) {}

  /** Throws `provider_unavailable`, or FinalFailure if the provider has refused the payout. */
  async run({ rowId: userId }: Pick<Attempt, 'rowId'>): Promise<undefined> {
    const account = await this.database.manager.findOneBy(PayoutAccount, { userId });
    if (!account?.accountId) return;
    const { accountId } = account;
    await this.lookUpOpen(userId, accountId);
    const unsent = { pilotId: userId, status: 'requested', providerPayoutId: IsNull() } as const;
    const started = await this.database.manager.findOneBy(Payout, unsent);
    if (started) return this.send(started, accountId, true);
    if (account.state !== 'ready') return;
    const { availableCents } = await this.shares.balanceOf(accountId);
    const payout = await this.payouts.start(userId, availableCents);
    if (payout) await this.send(payout, accountId, false);
  }

  private async lookUpOpen(pilotId: number, accountId: string): Promise<void> {
    const open = { pilotId, status: In(['requested', 'in-transit']), providerPayoutId: Not(IsNull()) };
    for (const { providerPayoutId } of await this.database.manager.findBy(Payout, open))
      if (providerPayoutId !== null) await this.payouts.lookUp(accountId, providerPayoutId);
  }

  private async send(
    { id: payoutId, amountCents: cents, attempt }: Payout,
    accountId: string,
    isRepeat: boolean,
  ): Promise<undefined> {
    const idempotencyKey = `payout:${payoutId}:${attempt}`;
    try {
      const known = isRepeat ? await this.shares.payoutsOf(accountId) : [];
      const found = known.find((one) => one.payoutId === payoutId);
      const payout = found ?? (await this.shares.payOut({ payoutId, cents, accountId, idempotencyKey }));
      await this.payouts.apply(payoutId, payout);
    } catch (error) {
      if (isKeptFailure(error)) await this.database.manager.increment(Payout, { id: payoutId }, 'attempt', 1);
      if (!(error instanceof ProviderRefusal)) throw error;
      const { code: failureCode } = error;
      await this.payouts.apply(payoutId, { status: 'failed', failureCode, failureMessage: null });
      throw new FinalFailure(`Payout ${payoutId}: ${failureCode}`);
    }
  }
}
