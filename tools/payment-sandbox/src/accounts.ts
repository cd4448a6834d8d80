import type Stripe from 'stripe';
import type { Api } from './api.ts';
import { ApiError, find, invalidRequest, type Params } from './call.ts';
import type { EventOutbox } from './events.ts';
import { now, randomToken } from './ids.ts';
import type { AccountLink, Store } from './store.ts';

/** Time for which a link to a page of an account works, in seconds. */
const LINK_SECONDS = 300;
const DEADLINE_SECONDS = 14 * 86_400;
const MISSING = ['external_account', 'individual.first_name', 'tos_acceptance.date'];

/** Results of a visit of the page that sets an account up, or of its dashboard. */
export const VISIT_OUTCOMES = ['complete', 'information', 'refuse', 'leave'] as const;
export type VisitOutcome = (typeof VISIT_OUTCOMES)[number];

/** The page of the product to which the dashboard leads back. */
const AFTER_DASHBOARD = '/payments';

const requirements = (due: string[], more: Partial<Stripe.Account.Requirements> = {}) => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: null,
  errors: [],
  eventually_due: due,
  past_due: [],
  pending_verification: [],
  ...more,
});

/** The fields of an account after each outcome. */
const AFTER = {
  complete: () => ({
    details_submitted: true,
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
    requirements: requirements([]),
  }),
  information: () => ({
    details_submitted: true,
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
    requirements: requirements(['individual.verification.document'], {
      current_deadline: now() + DEADLINE_SECONDS,
    }),
  }),
  refuse: () => ({
    details_submitted: true,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    requirements: requirements([], { disabled_reason: 'rejected.other' }),
  }),
} as const satisfies Record<Exclude<VisitOutcome, 'leave'>, () => Partial<Stripe.Account>>;

/** Connected accounts, which receive transfers, and the links to their set-up and their dashboards. */
export class Accounts {
  readonly #store: Store;
  readonly #outbox: EventOutbox;

  constructor(store: Store, outbox: EventOutbox) {
    this.#store = store;
    this.#outbox = outbox;
  }

  serve(api: Api): void {
    api.list('/v1/accounts', this.#store.accounts, { filters: [] });
    api.get('/v1/accounts/:id', 'server', ({ id }) => this.#account(id));
    api.post('/v1/accounts', 'server', ({ params }) => {
      const account = readNewAccount(params);
      return () => {
        this.#store.accounts.set(account.id, account);
        return account;
      };
    });
    api.post('/v1/account_links', 'server', ({ params }) => {
      const account = params.requiredText('account');
      params.requiredChoice('type', ['account_onboarding']);
      const returnUrl = params.requiredText('return_url');
      const refreshUrl = params.requiredText('refresh_url');
      if (!URL.canParse(returnUrl) || !URL.canParse(refreshUrl)) throw invalidRequest('Not a valid URL');
      return () => this.#setUpLink({ account: this.#account(account).id, returnUrl, refreshUrl });
    });
    api.post(
      '/v1/accounts/:id/login_links',
      'server',
      ({ id }) =>
        () =>
          this.#loginLink(id),
    );
  }

  /** @throws ApiError 403 for an account of another platform. */
  #account(id: string): Stripe.Account {
    const account = this.#store.accounts.get(id);
    if (account) return account;
    const message = `The provided key does not have access to account '${id}' (or that account does not exist).`;
    throw new ApiError(403, { type: 'invalid_request_error', code: 'account_invalid', message });
  }

  #setUpLink(given: Pick<AccountLink, 'account' | 'returnUrl' | 'refreshUrl'>): Stripe.AccountLink {
    const { path, expiresAt } = this.#keepLink({ page: 'set-up', ...given });
    // The gateway of the product forwards this address.
    const { href } = new URL(path, given.refreshUrl);
    return { object: 'account_link', created: now(), expires_at: expiresAt, url: href };
  }

  /** The address is relative to the product, because the call does not name the product's address. */
  #loginLink(id: string): Stripe.LoginLink {
    const { id: account, details_submitted } = this.#account(id);
    if (!details_submitted)
      throw invalidRequest('Cannot create a login link for an account that has not completed onboarding.');
    const pages = { returnUrl: AFTER_DASHBOARD, refreshUrl: AFTER_DASHBOARD };
    const { path } = this.#keepLink({ page: 'dashboard', account, ...pages });
    return { object: 'login_link', created: now(), url: path };
  }

  #keepLink(given: Omit<AccountLink, 'expiresAt'>): { path: string; expiresAt: number } {
    const token = `link_${randomToken(24)}`;
    const expiresAt = now() + LINK_SECONDS;
    this.#store.accountLinks.set(token, { ...given, expiresAt });
    return { path: `/payment-sandbox/connect/${token}`, expiresAt };
  }

  /** Returns the page of a link, or the address for an expired one. @throws ApiError 404 for an unknown link. */
  pageOf(token: string): { page: AccountLink['page'] } | { expired: string } {
    const { page, refreshUrl, expiresAt } = find(this.#store.accountLinks, token, 'page');
    return expiresAt > now() ? { page } : { expired: refreshUrl };
  }

  /** Ends a visit of the page. Returns the address of the product. @throws ApiError 404 for an unknown link. */
  finish(token: string, outcome: VisitOutcome): string {
    const { account, returnUrl } = find(this.#store.accountLinks, token, 'page');
    this.#store.accountLinks.delete(token);
    if (outcome === 'leave') return returnUrl;
    const changed: Stripe.Account = { ...this.#account(account), ...AFTER[outcome]() };
    this.#store.accounts.set(account, changed);
    this.#outbox.add({ type: 'account.updated', object: changed, account });
    return returnUrl;
  }
}

/** Returns the account that the parameters of a creation describe. @throws ApiError 400 for invalid ones. */
function readNewAccount(params: Params): Stripe.Account {
  const type = params.requiredChoice('type', ['express']);
  const country = params.requiredChoice('country', ['US']);
  params.requiredChoice('capabilities[transfers][requested]', ['true']);
  params.requiredChoice('settings[payouts][schedule][interval]', ['manual']);
  return {
    id: `acct_${randomToken(16)}`,
    object: 'account',
    business_type: null,
    capabilities: { transfers: 'inactive' },
    charges_enabled: false,
    country,
    created: now(),
    default_currency: 'usd',
    details_submitted: false,
    email: params.requiredText('email'),
    metadata: params.group('metadata'),
    payouts_enabled: false,
    requirements: requirements(MISSING, { disabled_reason: 'requirements.past_due', past_due: MISSING }),
    type,
  };
}
