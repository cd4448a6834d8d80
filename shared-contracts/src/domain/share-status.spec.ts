import { shareStatus, type ShareFacts, type ShareStatus } from './share-status.ts';

const SENT: ShareFacts = { status: 'transferred', isReversed: false, isReady: true, payout: null };

it.each<[string, ShareFacts, ShareStatus]>([
  ['without an account', { ...SENT, status: 'waiting', isReady: false }, 'waiting'],
  ['whose account is ready', { ...SENT, status: 'waiting' }, 'transferring'],
  ['during the call of the provider', { ...SENT, status: 'sending' }, 'transferring'],
  ['of a disputed payment', { ...SENT, status: 'held' }, 'held'],
  ['that the provider has refused', { ...SENT, status: 'failed' }, 'failed'],
  ['of a refunded payment', { ...SENT, status: 'canceled' }, 'returned'],
  ['that was taken back', { ...SENT, isReversed: true, payout: 'paid' }, 'returned'],
  ['at the account', SENT, 'available'],
  ['in a requested payout', { ...SENT, payout: 'requested' }, 'on-the-way'],
  ['in a payout on its way', { ...SENT, payout: 'in-transit' }, 'on-the-way'],
  ['in a payout that has arrived', { ...SENT, payout: 'paid' }, 'paid-out'],
  ['of a failed payout', { ...SENT, payout: 'failed' }, 'available'],
])('[PAYOUT-8] the state of a share %s', (_what, facts, state) => {
  expect(shareStatus(facts)).toBe(state);
});
