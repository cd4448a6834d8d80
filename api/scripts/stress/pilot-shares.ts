import type { Pool } from 'pg';
import type { Stripe } from 'stripe';
import type { Sandbox } from '@dps/payment-sandbox';
import { paths, pilotShare } from '@dps/contract';
import { fieldOf, type Account, type Origin } from './account.ts';

/** Sets the payout account of a pilot up, on the page of the sandbox. */
export async function setUpPayouts(
  origin: Origin,
  pilot: Account,
  { url }: Pick<Sandbox, 'url'>,
): Promise<void> {
  const link = new URL(String(fieldOf(await pilot.post(origin, paths.payoutAccountLink()), 'url')));
  const body = new URLSearchParams({ outcome: 'complete' });
  const page = url + link.pathname.replace('/payment-sandbox', '');
  await fetch(page, { method: 'POST', body, redirect: 'manual' });
  await pilot.post(origin, paths.checkPayoutAccount());
}

/** Counts the payments whose share is not completely transferred, or not reversed as far as the client has received money back. */
export const OPEN_SHARES = `
  SELECT count(*)::int AS count FROM payments WHERE round((amount - refunded_amount) * 0.7)::int <> (
    SELECT coalesce(sum(amount_cents - reversed_cents), 0) FROM pilot_transfers
    WHERE payment_id = payments.id AND status = 'transferred')`;

/**
 * Counts the jobs whose ledger does not have exactly the balances of their payment: of what the client has not received back, 70 % to
 * the cent is at the payout account.
 */
export const WRONG_LEDGERS = `
  SELECT count(*)::int AS count FROM payments, LATERAL (SELECT amount - refunded_amount AS kept) AS money WHERE ARRAY(
    SELECT account || ' ' || sum(amount) FROM ledger_entries WHERE payment_id = payments.id
    GROUP BY account HAVING sum(amount) <> 0 ORDER BY account
  ) <> ARRAY[
    'client ' || -kept, 'payout-account ' || round(kept * 0.7)::int, 'platform ' || kept - round(kept * 0.7)::int
  ]`;

/** The transfers of each payment at the provider by their group, and the money that the client has not received back. */
const PAYMENTS = `SELECT 'payment_' || id AS "group", amount - refunded_amount AS kept FROM payments`;

/** The account of the only pilot. */
const ACCOUNT = 'SELECT account_id AS id FROM payout_accounts';

/** Money at the provider that is not the money of the pilot. */
export interface WrongShares {
  /** Payments without exactly one transfer of their share. */
  wrongTransfers: number;
  /** The balance of the pilot's account, less the shares of all payments, in cents. */
  wrongCents: number;
}

/** Compares the transfers of all payments, and the balance of the only pilot, with the shares of the payments. */
export async function compareShares(database: Pool, merchant: Stripe): Promise<WrongShares> {
  const { rows: payments } = await database.query<{ group: string; kept: number }>(PAYMENTS);
  const { rows: accounts } = await database.query<{ id: string }>(ACCOUNT);
  const { data } = await merchant.transfers.list({ limit: 2 * payments.length });
  const byGroup = Map.groupBy(data, ({ transfer_group }) => transfer_group);
  const isWrong = ({ group, kept }: { group: string; kept: number }) => {
    const [transfer, ...others] = byGroup.get(group) ?? [];
    const sent = transfer && transfer.amount - transfer.amount_reversed;
    return others.length > 0 || sent !== pilotShare(kept);
  };
  const { available } = await merchant.balance.retrieve({}, { stripeAccount: accounts[0]?.id ?? '' });
  const owed = payments.reduce((sum, { kept }) => sum + pilotShare(kept), 0);
  return { wrongTransfers: payments.filter(isWrong).length, wrongCents: (available[0]?.amount ?? 0) - owed };
}
