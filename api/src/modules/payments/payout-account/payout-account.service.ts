import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { Actor, PayoutAccountLinkView, PayoutAccountView } from '@dps/contract';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { TEXTS } from '../../../texts.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { User } from '../../users/user.entity.ts';
import { AccountProvider } from '../provider/account-provider.ts';
import { isKeptFailure } from '../provider/provider-error.ts';
import { releaseTransfers } from '../transfers/release-transfers.ts';
import { PayoutAccount } from './payout-account.entity.ts';
import { isChanged, type FoundState } from './payout-account.state.ts';

/** Maximum number of look-ups while the account changes concurrently. */
const MOST_ATTEMPTS = 5;
const RETRY_SECONDS = 1;

/** The accounts of pilots at the payment provider. The provider is never called inside a transaction. */
@Injectable()
export class PayoutAccountService {
  constructor(
    private readonly database: DataSource,
    private readonly provider: AccountProvider,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicOrigin'>,
  ) {}

  /** Returns the stored account of the actor. */
  async read({ id: userId }: Actor): Promise<PayoutAccountView> {
    const account = await this.database.manager.findOneBy(PayoutAccount, { userId });
    if (!account) return { state: 'nothing', dueAt: null };
    return { state: account.state, dueAt: account.dueAt?.toISOString() ?? null };
  }

  /**
   * Creates the account of the actor if there is none, and a link to its set-up, or to the dashboard of a ready account. Throws
   * `provider_unavailable`, and `status_conflict` for a closed account.
   */
  async link({ id: userId }: Actor): Promise<PayoutAccountLinkView> {
    const stored = this.database.manager.createQueryBuilder().insert().into(PayoutAccount);
    await stored.values({ userId }).orIgnore().execute();
    const account = await this.database.manager.findOneByOrFail(PayoutAccount, { userId });
    const accountId = account.accountId ?? (await this.createAtProvider(account));
    const page = `${this.config.publicOrigin}/payments?payouts=`;
    const url = await (account.state === 'ready'
      ? this.provider.createLoginLink(accountId)
      : this.provider.createLink(accountId, { returnUrl: `${page}done`, refreshUrl: `${page}expired` }));
    if (url !== null) return { url };
    await this.lookUp(accountId);
    throw new DomainError('status_conflict', { message: TEXTS.closedPayoutAccount });
  }

  /** Reads the account of the actor from the provider. Throws `provider_unavailable`. */
  async check(actor: Actor): Promise<PayoutAccountView> {
    const account = await this.database.manager.findOneBy(PayoutAccount, { userId: actor.id });
    if (account?.accountId) await this.lookUp(account.accountId);
    return this.read(actor);
  }

  /** Reads an account from the provider and stores its state. Does nothing for an unknown account. Throws `provider_unavailable`. */
  async lookUp(accountId: string): Promise<void> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const account = await this.database.manager.findOneBy(PayoutAccount, { accountId });
      if (!account) return;
      const found = await this.provider.stateOf(accountId);
      if (await this.store(account, found)) return;
    }
    const cause = 'a payout account changes concurrently';
    throw new DomainError('provider_unavailable', { retryAfterSeconds: RETRY_SECONDS, cause });
  }

  /** Stores the state of an account, with the mail about a change. Returns false if the account has changed since it was read. */
  private store(account: PayoutAccount, found: FoundState): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const { userId, version } = account;
      const { affected } = await manager.update(PayoutAccount, { userId, version }, found);
      const { state, dueAt } = found;
      if (affected && state !== 'started' && isChanged(account, found)) {
        const detail = { state, dueAt: dueAt?.toISOString() ?? null };
        await enqueueMail(manager, { kind: 'payout-account', userId, detail });
      }
      if (affected && state === 'ready' && account.state !== 'ready') await releaseTransfers(manager, userId);
      return affected === 1;
    });
  }

  /** Two concurrent calls create one account, by their key. */
  private async createAtProvider({ userId, attempt }: PayoutAccount): Promise<string> {
    const { email } = await this.database.manager.findOneByOrFail(User, { id: userId });
    const unknown = { userId, accountId: IsNull() };
    const idempotencyKey = `payout-account:${userId}:${attempt}`;
    const accountId = await this.provider
      .create({ userId, email, idempotencyKey })
      .catch(async (error: unknown) => {
        if (isKeptFailure(error))
          await this.database.manager.update(
            PayoutAccount,
            { ...unknown, attempt },
            { attempt: attempt + 1 },
          );
        throw error;
      });
    await this.database.manager.update(PayoutAccount, unknown, { accountId });
    return accountId;
  }
}
