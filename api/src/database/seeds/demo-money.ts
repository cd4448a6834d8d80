import type { Stripe } from 'stripe';
import type { Config } from '../../platform/config/config.ts';
import { AccountProvider } from '../../modules/payments/provider/account-provider.ts';
import { ShareProvider, type ProviderPayout } from '../../modules/payments/provider/share-provider.ts';
import { stripeClient } from '../../modules/payments/provider/stripe-client.ts';

/** Any page: no browser follows the links. */
const PAGE = 'http://localhost/payments';

/** Makes the money of the demo data at the payment sandbox, so that it has the accounts and balances of the ledger. */
export class DemoMoney {
  private readonly stripe: Stripe;
  private readonly accounts: AccountProvider;
  private readonly shares: ShareProvider;
  private readonly apiBase: string;
  private accountId = '';

  /** @param seed a text that no earlier seeding of the same sandbox had, because it is part of the idempotency keys */
  constructor(
    stripe: Config['stripe'] & { apiBase: string },
    private readonly seed: string,
  ) {
    this.stripe = stripeClient(stripe);
    this.accounts = new AccountProvider({ stripe });
    this.shares = new ShareProvider({ stripe });
    this.apiBase = stripe.apiBase;
  }

  /** Sets an account up, to which all shares are transferred. Returns its id. */
  async openAccount(userId: number, email: string): Promise<string> {
    this.accountId = await this.accounts.create({ userId, email, idempotencyKey: `account:${this.seed}` });
    const link = await this.accounts.createLink(this.accountId, { returnUrl: PAGE, refreshUrl: PAGE });
    if (link === null) throw new Error(`The account ${this.accountId} is closed`);
    const page = this.apiBase + new URL(link).pathname.replace('/payment-sandbox', '');
    const body = new URLSearchParams({ outcome: 'complete' });
    await fetch(page, { method: 'POST', body, redirect: 'manual' });
    return this.accountId;
  }

  /** Charges a card for a payment. Returns the id of the intent. */
  async charge(payment: { id: number; jobId: number; amount: number }): Promise<string> {
    const metadata = { jobId: String(payment.jobId), paymentId: String(payment.id) };
    const { paymentIntents } = this.stripe;
    const { id } = await paymentIntents.create({ amount: payment.amount, currency: 'usd', metadata });
    await paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    return id;
  }

  /** Transfers the share of a payment. Returns the id of the transfer. */
  async transfer(paymentId: number, intentId: string, cents: number): Promise<string> {
    const { latest_charge: charge } = await this.stripe.paymentIntents.retrieve(intentId);
    const chargeId = typeof charge === 'string' ? charge : (charge?.id ?? '');
    const idempotencyKey = `transfer:${paymentId}:${this.seed}`;
    const { accountId } = this;
    return this.shares.transfer({ paymentId, number: 1, cents, chargeId, accountId, idempotencyKey });
  }

  /** Pays transferred money out. */
  payOut(payoutId: number, cents: number): Promise<ProviderPayout> {
    const idempotencyKey = `payout:${payoutId}:${this.seed}`;
    return this.shares.payOut({ payoutId, cents, accountId: this.accountId, idempotencyKey });
  }
}
