import type Stripe from 'stripe';
import type { Api, Call } from './api.ts';
import { find, invalidRequest, type Params } from './call.ts';
import type { EventOutbox } from './events.ts';
import { idOf, newId, now, nulls } from './ids.ts';
import type { Store } from './store.ts';

const ARRIVES_AFTER_SECONDS = 2 * 86_400;

/** The results of a payout. A bank can return one that was paid. */
export type PayoutOutcome = 'paid' | 'failed';

/** Transfers to connected accounts, their balances, and payouts to their banks. Transferred money is available at once. */
export class Transfers {
  readonly #store: Store;
  readonly #outbox: EventOutbox;

  constructor(store: Store, outbox: EventOutbox) {
    this.#store = store;
    this.#outbox = outbox;
  }

  serve(api: Api): void {
    const { transfers } = this.#store;
    api.list('/v1/transfers', transfers, { filters: ['transfer_group'] });
    api.get('/v1/transfers/:id', 'server', ({ id }) => find(transfers, id, 'transfer'));
    api.post('/v1/transfers', 'server', ({ params }) => {
      const transfer = readNewTransfer(params);
      return () => this.#transfer(transfer);
    });
    api.post('/v1/transfers/:id/reversals', 'server', ({ id, params }) => {
      const amount = params.requiredInteger('amount');
      return () => this.#reverse(find(transfers, id, 'transfer'), amount);
    });
    api.get('/v1/balance', 'server', (call) => this.#balance(this.#accountOf(call).id));
    api.get('/v1/payouts', 'server', (call) => {
      const { id } = this.#accountOf(call);
      call.params.integer('limit');
      const own = [...this.#store.payouts.values()].filter(({ account }) => account === id);
      const data = own.map(({ payout }) => this.#current(payout.id)).toReversed();
      return {
        object: 'list',
        data,
        has_more: false,
        url: '/v1/payouts',
      } satisfies Stripe.ApiList<Stripe.Payout>;
    });
    api.get('/v1/payouts/:id', 'server', (call) => {
      this.#accountOf(call);
      return this.#current(call.id);
    });
    api.post('/v1/payouts', 'server', (call) => {
      const account = this.#accountOf(call);
      const payout = readNewPayout(call.params);
      return () => this.#payOut(account, payout);
    });
  }

  /** Ends a payout. @throws ApiError 404 for an unknown id. */
  finish(payoutId: string, outcome: PayoutOutcome): void {
    const { account, payout } = find(this.#store.payouts, payoutId, 'payout');
    const failure = { failure_code: 'account_closed', failure_message: 'The bank account has been closed.' };
    const changed: Stripe.Payout = { ...payout, status: outcome, ...(outcome === 'failed' && failure) };
    this.#store.payouts.set(payoutId, { account, payout: changed });
    this.#outbox.add({ type: `payout.${outcome}`, object: changed, account });
  }

  /** @throws ApiError 400 for an unknown account. */
  #accountOf({ account }: Call): Stripe.Account {
    const found = this.#store.accounts.get(account ?? '');
    if (found) return found;
    throw invalidRequest(`No such account: '${account}'`, 'account_invalid');
  }

  #centsAt(account: string): number {
    const received = [...this.#store.transfers.values()]
      .filter(({ destination }) => destination === account)
      .map(({ amount, amount_reversed }) => amount - amount_reversed);
    const paidOut = [...this.#store.payouts.values()]
      .filter(({ account: from, payout }) => from === account && payout.status !== 'failed')
      .map(({ payout }) => -payout.amount);
    return [...received, ...paidOut].reduce((sum, cents) => sum + cents, 0);
  }

  #balance(account: string): Stripe.Balance {
    const available = [{ amount: this.#centsAt(account), currency: 'usd' }];
    return { object: 'balance', available, livemode: false, pending: [{ amount: 0, currency: 'usd' }] };
  }

  #transfer(transfer: Stripe.Transfer): Stripe.Transfer {
    const destination = idOf(transfer.destination);
    const account = this.#store.accounts.get(destination);
    if (!account)
      throw invalidRequest(`No such destination: '${destination}'`, 'resource_missing', 'destination');
    if (account.capabilities?.transfers !== 'active')
      throw invalidRequest(
        'Your destination account needs to have the capability transfers enabled.',
        'insufficient_capabilities_for_transfer',
      );
    const charge = find(this.#store.charges, idOf(transfer.source_transaction), 'charge');
    const others = [...this.#store.transfers.values()].filter(
      ({ source_transaction }) => source_transaction === charge.id,
    );
    const sent = others.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);
    if (charge.status !== 'succeeded' || sent + transfer.amount > charge.amount)
      throw invalidRequest(`The transfers of ${charge.id} cannot exceed its amount.`, 'amount_too_large');
    this.#store.transfers.set(transfer.id, transfer);
    return transfer;
  }

  #reverse(transfer: Stripe.Transfer, amount: number): Stripe.TransferReversal {
    const rest = transfer.amount - transfer.amount_reversed;
    if (amount > rest)
      throw invalidRequest(`Reversal amount is greater than ${rest} cents.`, 'amount_too_large');
    requireBalance(this.#centsAt(idOf(transfer.destination)), amount);
    const amount_reversed = transfer.amount_reversed + amount;
    this.#store.transfers.set(transfer.id, { ...transfer, amount_reversed, reversed: amount === rest });
    return {
      ...nulls('balance_transaction destination_payment_refund source_refund'),
      id: newId('trr'),
      object: 'transfer_reversal',
      amount,
      created: now(),
      currency: transfer.currency,
      metadata: {},
      transfer: transfer.id,
    };
  }

  #payOut({ id: account, payouts_enabled }: Stripe.Account, payout: Stripe.Payout): Stripe.Payout {
    if (!payouts_enabled)
      throw invalidRequest('Payouts are not enabled for this account.', 'payouts_not_allowed');
    requireBalance(this.#centsAt(account), payout.amount);
    this.#store.payouts.set(payout.id, { account, payout });
    this.#outbox.add({ type: 'payout.created', object: payout, account });
    return payout;
  }

  /** Returns a payout, which is paid on the day of its arrival. @throws ApiError 404 for an unknown id. */
  #current(id: string): Stripe.Payout {
    const { status, arrival_date } = find(this.#store.payouts, id, 'payout').payout;
    if (status === 'in_transit' && arrival_date <= now()) this.finish(id, 'paid');
    return find(this.#store.payouts, id, 'payout').payout;
  }
}

/** @throws ApiError 400 if the balance of an account is too small. */
function requireBalance(available: number, amount: number): void {
  if (amount > available) throw invalidRequest('Insufficient funds in the account.', 'balance_insufficient');
}

function readNewTransfer(params: Params): Stripe.Transfer {
  const id = newId('tr');
  return {
    ...nulls('balance_transaction description'),
    id,
    object: 'transfer',
    amount: params.requiredInteger('amount'),
    amount_reversed: 0,
    created: now(),
    currency: params.requiredChoice('currency', ['usd']),
    destination: params.requiredText('destination'),
    livemode: false,
    metadata: params.group('metadata'),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: params.requiredText('source_transaction'),
    transfer_group: params.requiredText('transfer_group'),
  };
}

function readNewPayout(params: Params): Stripe.Payout {
  return {
    ...nulls(
      'application_fee application_fee_amount balance_transaction description destination failure_balance_transaction',
      'failure_code failure_message original_payout payout_method reversed_by statement_descriptor trace_id',
    ),
    id: newId('po'),
    object: 'payout',
    amount: params.requiredInteger('amount'),
    arrival_date: now() + ARRIVES_AFTER_SECONDS,
    automatic: false,
    created: now(),
    currency: params.requiredChoice('currency', ['usd']),
    livemode: false,
    metadata: params.group('metadata'),
    method: 'standard',
    reconciliation_status: 'not_applicable',
    source_type: 'card',
    status: 'in_transit',
    type: 'bank_account',
  };
}
