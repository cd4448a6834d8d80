import type Stripe from 'stripe';
import type { Params } from './params.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** A page of a list as Stripe's API shows it, newest first; `all` oldest first, as they were made. */
export function presentList<Item extends { id: string }, Shown>(
  all: readonly Item[],
  params: Params,
  url: string,
  present: (item: Item) => Shown,
): Stripe.ApiList<Shown> {
  const limit = Math.min(Math.max(params.integer('limit') ?? DEFAULT_LIMIT, 1), MAX_LIMIT);
  const after = params.text('starting_after');
  const newest = all.toReversed();
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const page = newest.slice(start, start + limit);
  return {
    object: 'list',
    data: page.map((item) => present(item)),
    has_more: newest.length > start + page.length,
    url,
  };
}
