import { Injectable } from '@nestjs/common';
import { formatCents } from '@dps/contract';
import { DataSource } from 'typeorm';
import { ProviderRefusal, ShareProvider, type ProviderPayout } from '../provider/share-provider.ts';

/**
 * SQL: the next payout accounts with the money of their pilots in the ledger, and their payouts. `$1` the user id after which they
 * begin, `$2` their number. An account about which the provider is being called is left out: its money is on the move.
 */
const NEXT = `
  SELECT user_id AS id, account_id AS "accountId",
    (SELECT coalesce(sum(amount), 0)::int FROM ledger_entries AS ledger
     WHERE ledger.user_id = payout_accounts.user_id AND account = 'payout-account') AS cents,
    (SELECT coalesce(json_object_agg(provider_payout_id, CASE WHEN status <> 'failed' THEN amount_cents ELSE 0 END), '{}')
     FROM payouts WHERE pilot_id = user_id AND provider_payout_id IS NOT NULL) AS payouts
  FROM payout_accounts WHERE user_id > $1 AND account_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM pilot_transfers WHERE pilot_id = user_id AND (status = 'sending' OR reversing_cents > 0))
    AND NOT EXISTS (SELECT FROM payouts WHERE pilot_id = user_id AND status = 'requested')
  ORDER BY user_id LIMIT $2`;

/** A payout account in the ledger. */
export interface CheckedAccount {
  /** The pilot. */
  id: number;
  accountId: string;
  /** Cents at the account. */
  cents: number;
  /** Cents that each payout of the provider has moved to the bank: none if it failed. */
  payouts: Record<string, number>;
}

/** Compares the accounts of pilots with the provider's: their balance, and what their payouts moved. It changes nothing. */
@Injectable()
export class AccountCheck {
  constructor(
    private readonly database: DataSource,
    private readonly shares: ShareProvider,
  ) {}

  /** Returns the accounts with the next ids. */
  next(after: number, limit: number): Promise<CheckedAccount[]> {
    return this.database.query(NEXT, [after, limit]);
  }

  /** Returns the difference of an account, or null. Throws `provider_unavailable`. */
  async differenceOf(checked: CheckedAccount): Promise<string | null> {
    const found = await this.compare(checked);
    if (found === null) return null;
    // A movement since the ledger was read is no difference. The next night compares this account.
    const [current] = await this.next(checked.id - 1, 1);
    return current?.id === checked.id && current.cents === checked.cents ? found : null;
  }

  private async compare({ id, accountId, cents, payouts }: CheckedAccount): Promise<string | null> {
    try {
      const { totalCents } = await this.shares.balanceOf(accountId);
      if (totalCents !== cents)
        return `The ledger has ${formatCents(cents)} at the account of pilot ${id}, and the provider ${formatCents(totalCents)} at ${accountId}`;
      const wrong = (await this.shares.payoutsOf(accountId)).find((payout) => {
        const ours = payouts[payout.id];
        return ours !== undefined && ours !== movedCentsOf(payout);
      });
      return wrong
        ? `The ledger has ${formatCents(payouts[wrong.id] ?? 0)} in the payout ${wrong.id} of pilot ${id}, and the provider ${formatCents(movedCentsOf(wrong))}`
        : null;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      return cents === 0 ? null : `The provider refuses ${accountId} of pilot ${id}: ${error.code}`;
    }
  }
}

const movedCentsOf = ({ status, cents }: ProviderPayout) => (status === 'failed' ? 0 : cents);
