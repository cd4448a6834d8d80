import type { DataSource } from 'typeorm';
import { formatCents } from '@dps/contract';
import { sendJob } from '../../../platform/background/send-job.ts';
import { recordAudit } from '../../administration/record-audit.ts';

/** The failed transfers and payouts of all pilots, or of the pilot `$1`. */
const FAILED = `
  SELECT failed.*, username FROM (
    SELECT 'transfer' AS kind, pilot_transfers.id, pilot_id AS "pilotId", payment_id AS "paymentId",
      amount_cents - reversed_cents AS cents, coalesce(failure, '') AS failure
    FROM pilot_transfers WHERE status = 'failed' OR (status = 'transferred' AND failure IS NOT NULL)
    UNION ALL
    SELECT 'payout', id, pilot_id, NULL, amount_cents, concat_ws(': ', failure_code, failure_message)
    FROM payouts WHERE status = 'failed' AND repeated_at IS NULL
      AND NOT EXISTS (SELECT FROM payouts AS later WHERE later.pilot_id = payouts.pilot_id AND later.week > payouts.week)
  ) AS failed JOIN users ON users.id = "pilotId"
  WHERE $1::text IS NULL OR username_key(username) = username_key($1) ORDER BY "pilotId", kind, failed.id`;

const REPEAT_TRANSFERS = `
  UPDATE pilot_transfers SET status = CASE status WHEN 'failed' THEN 'waiting' ELSE status END WHERE id = ANY($1)`;
const REPEAT_PAYOUTS = 'UPDATE payouts SET repeated_at = now() WHERE id = ANY($1) AND repeated_at IS NULL';

/** The lines about a pilot: the account, its balances, and each transfer and payout. */
const EXPLAIN = `
  SELECT line FROM users, LATERAL (
    SELECT 1 AS part, 0 AS id, concat_ws(' ', 'account', coalesce(account_id, 'none'), state, 'due ' || due_at) AS line
    FROM (SELECT 1) AS one LEFT JOIN payout_accounts ON user_id = users.id
    UNION ALL
    SELECT 2, min(id), concat_ws(' ', 'ledger', account, (sum(amount) / 100.0)::numeric(12, 2)) FROM ledger_entries
    WHERE user_id = users.id AND account IN ('pilot', 'payout-account', 'bank') GROUP BY account
    UNION ALL
    SELECT 3, id, concat_ws(' ', 'transfer', id, 'of payment', payment_id, status, (amount_cents / 100.0)::numeric(12, 2),
      'reversed', (reversed_cents / 100.0)::numeric(12, 2), provider_transfer_id, 'payout ' || payout_id, failure)
    FROM pilot_transfers WHERE pilot_id = users.id
    UNION ALL
    SELECT 4, id, concat_ws(' ', 'payout', id, 'of', week, status, (amount_cents / 100.0)::numeric(12, 2), provider_payout_id,
      'arrives ' || arrives_on, failure_code, failure_message, 'repeated ' || repeated_at)
    FROM payouts WHERE pilot_id = users.id
  ) AS lines WHERE username_key(username) = username_key($1) ORDER BY part, lines.id`;

interface FailedRow {
  kind: 'transfer' | 'payout';
  id: number;
  pilotId: number;
  username: string;
  paymentId: number | null;
  cents: number;
  failure: string;
}

/** Operations of operators on the shares of pilots. The audit trail has the operator's name. */
export class ShareAdministration {
  constructor(
    private readonly database: DataSource,
    private readonly operator: string,
  ) {}

  /** Returns a line for each failed transfer and payout. */
  async list(): Promise<string[]> {
    const failed = await this.database.query<FailedRow[]>(FAILED, [null]);
    return failed.map(
      ({ kind, id, username, cents, failure }) =>
        `${kind} ${id} of ${username}, ${formatCents(cents)}: ${failure}`,
    );
  }

  /** Repeats the failed transfers and payouts of a pilot. Returns their number. */
  repeat(username: string): Promise<number> {
    return this.database.transaction(async (manager) => {
      const failed = await manager.query<FailedRow[]>(FAILED, [username]);
      const idsOf = (kind: FailedRow['kind']) => failed.flatMap((row) => (row.kind === kind ? [row.id] : []));
      const [transfers, payouts] = [idsOf('transfer'), idsOf('payout')];
      await manager.query(REPEAT_TRANSFERS, [transfers]);
      await manager.query(REPEAT_PAYOUTS, [payouts]);
      for (const { paymentId, pilotId } of failed)
        await (paymentId === null
          ? sendJob(manager, 'payout', pilotId)
          : sendJob(manager, 'pilot-transfer', paymentId));
      const [first] = failed;
      if (first)
        await recordAudit(manager, {
          actor: `operator:${this.operator}`,
          action: 'shares.repeated',
          subject: `user:${first.pilotId}`,
          after: { transfers, payouts },
        });
      return failed.length;
    });
  }

  /** Returns the lines about a pilot's account, balances, transfers and payouts. Throws for an unknown username. */
  async explain(username: string): Promise<string[]> {
    const rows = await this.database.query<{ line: string }[]>(EXPLAIN, [username]);
    if (rows.length === 0) throw new Error(`There is no account with the username ${username}.`);
    return rows.map(({ line }) => line);
  }
}
