import type Stripe from 'stripe';

/** The client of a call: a server with the secret key, or a page with the publishable key and one intent's secret. */
export type Caller = { kind: 'server' } | { kind: 'page'; clientSecret: string | null };

const HIDDEN_FROM_PAGES: ReadonlySet<string> = new Set([
  'application_fee_amount',
  'customer',
  'latest_charge',
  'metadata',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
] satisfies (keyof Stripe.PaymentIntent)[]);

/** Returns an object without the fields that a page must not see. */
export function visibleTo(caller: Caller['kind'], object: object): object {
  if (caller === 'server') return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !HIDDEN_FROM_PAGES.has(name)));
}
