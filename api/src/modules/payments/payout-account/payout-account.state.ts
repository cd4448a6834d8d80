import type { Stripe } from 'stripe';
import type { PayoutAccount } from './payout-account.entity.ts';

type AccountFacts = Pick<
  Stripe.Account,
  'capabilities' | 'details_submitted' | 'payouts_enabled' | 'requirements'
>;
/** The state of an account at the provider. */
export type FoundState = Pick<PayoutAccount, 'state' | 'dueAt'>;

/** The state of an account that the provider has closed, or that belongs to another platform. */
export const REFUSED: FoundState = { state: 'refused', dueAt: null };

/**
 * Returns the state of an account at the provider. An account that can receive money and must send further information later needs
 * information, with the time at which the provider stops its payouts.
 */
export function stateOf({
  capabilities,
  details_submitted,
  payouts_enabled,
  requirements,
}: AccountFacts): FoundState {
  const { disabled_reason: reason, current_deadline: deadline } = requirements ?? {};
  if (reason?.startsWith('rejected.')) return REFUSED;
  if (!details_submitted) return { state: 'started', dueAt: null };
  const isDue = (requirements?.currently_due ?? []).length + (requirements?.past_due ?? []).length > 0;
  if (isDue) return { state: 'needs-information', dueAt: deadline ? new Date(deadline * 1000) : null };
  const canReceive = capabilities?.transfers === 'active' && payouts_enabled;
  return { state: canReceive ? 'ready' : 'started', dueAt: null };
}

/** Whether a pilot must know of a change: the state, or the time by which information is needed, differs. */
export const isChanged = (before: FoundState, after: FoundState): boolean =>
  before.state !== after.state || before.dueAt?.getTime() !== after.dueAt?.getTime();
