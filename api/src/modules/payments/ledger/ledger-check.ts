import { Injectable, Logger } from '@nestjs/common';
import { formatCents } from '@dps/contract';
import { DataSource } from 'typeorm';
import {
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../../../platform/background/background-work.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { PaymentMetrics } from '../payment.metrics.ts';
import { PaymentProvider } from '../provider/payment-provider.ts';
import { ShareProvider } from '../provider/share-provider.ts';
import { AccountCheck } from './account-check.ts';

const AT_A_TIME = 5;

/**
 * SQL: the next payments with a movement of the last two days, so that each movement is checked even if a night fails. `$1` the id
 * after which they begin, `$2` their number. `kept` is the money of pilot and platform, with transfers.
 */
const NEXT = `
  SELECT payments.id, transaction_id AS "intentId", disputed_amount AS disputed,
    coalesce(-sum(ledger.amount) FILTER (WHERE account IN ('client', 'dispute')), 0)::int AS kept,
    coalesce(sum(ledger.amount) FILTER (WHERE account IN ('payout-account', 'bank')), 0)::int AS sent
  FROM payments JOIN ledger_entries AS ledger ON ledger.payment_id = payments.id
  WHERE payments.id > $1 AND EXISTS (
    SELECT FROM ledger_entries WHERE payment_id = payments.id AND at > now() - interval '2 days'
  )
  GROUP BY payments.id ORDER BY payments.id LIMIT $2`;

interface CheckedPayment {
  id: number;
  intentId: string;
  /** Cents. */
  kept: number;
  /** Cents in open disputes. */
  disputed: number;
  /** Transferred to the pilot and not reversed, in cents. */
  sent: number;
}

/** Results of a comparison: equal money, different money, or no result, because the provider did not respond. */
export type LedgerFinding = 'equal' | 'different' | 'unavailable';
export type LedgerCounts = Record<LedgerFinding, number>;

/** Compares the ledger with the provider's balance: payment by payment, then account by account. It changes nothing. */
@Injectable()
@Handles('ledger-check')
export class LedgerCheck implements BackgroundHandler {
  private readonly log = new Logger(LedgerCheck.name);

  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly shares: ShareProvider,
    private readonly accounts: AccountCheck,
    private readonly metrics: PaymentMetrics,
  ) {}

  /** Throws if the provider did not respond about a payment or an account, so that another attempt follows. */
  async run({ signal }: Pick<Attempt, 'signal'>): Promise<LedgerCounts> {
    const counts: LedgerCounts = { equal: 0, different: 0, unavailable: 0 };
    const nextPayments = (after: number) => this.database.query<CheckedPayment[]>(NEXT, [after, AT_A_TIME]);
    for await (const payments of pagesOf(nextPayments, signal))
      await this.count(counts, payments, (payment) => this.differenceOf(payment));
    for await (const accounts of pagesOf((after) => this.accounts.next(after, AT_A_TIME), signal))
      await this.count(counts, accounts, (account) => this.accounts.differenceOf(account));
    this.metrics.countLedgerChecks(counts);
    if (counts.unavailable > 0)
      throw new Error(`${counts.unavailable} payments and accounts were not compared`);
    return counts;
  }

  private async count<Row>(
    counts: LedgerCounts,
    rows: readonly Row[],
    differenceOf: (row: Row) => Promise<string | null>,
  ): Promise<void> {
    const results = await Promise.allSettled(rows.map(differenceOf));
    for (const result of results) {
      const isCompared = result.status === 'fulfilled';
      if (!isCompared) this.log.warn(`Money could not be compared: ${String(result.reason)}`);
      else if (result.value !== null) this.log.error(result.value);
      counts[!isCompared ? 'unavailable' : result.value === null ? 'equal' : 'different'] += 1;
    }
  }

  /** Returns the difference of a payment, or null. Throws `provider_unavailable`. */
  private async differenceOf(payment: CheckedPayment): Promise<string | null> {
    const { id, intentId, kept, disputed, sent } = payment;
    try {
      const { balance, inquired } = await this.provider.balanceOf(intentId);
      // A refund reduces the disputed money, and not the provider's inquiry.
      const isKept = balance === kept + Math.min(inquired, disputed);
      const transferred = await this.shares.sentOf(id);
      if (isKept && transferred === sent) return null;
      const [ours, theirs] = (isKept ? [sent, transferred] : [kept, balance]).map(formatCents);
      const what = isKept ? `transfers of ${theirs}` : `${theirs} of ${intentId}`;
      return `The ledger has ${ours} of payment ${id}, and the provider ${what}`;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'payment_mismatch')) throw error;
      return `The provider does not know ${intentId} of payment ${id}`;
    }
  }
}

/** Reads rows page by page, in the order of their ids, until none is left. */
async function* pagesOf<Row extends { id: number }>(
  next: (after: number) => Promise<Row[]>,
  stop: AbortSignal,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; !stop.aborted;) {
    const rows = await next(last?.id ?? 0);
    last = rows.at(-1);
    if (!last) return;
    yield rows;
  }
}
