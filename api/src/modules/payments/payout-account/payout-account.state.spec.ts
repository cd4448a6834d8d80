import { stateOf } from './payout-account.state.ts';

const NOTHING_DUE = {
  alternatives: null,
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: null,
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};
const READY = {
  capabilities: { transfers: 'active' },
  details_submitted: true,
  payouts_enabled: true,
  requirements: NOTHING_DUE,
};
const due = (more: object) => ({ ...READY, requirements: { ...NOTHING_DUE, ...more } });

it.each([
  ['a new account', { ...READY, details_submitted: false, payouts_enabled: false }, 'started', null],
  ['an account under verification', { ...READY, payouts_enabled: false }, 'started', null],
  ['an account without transfers', { ...READY, capabilities: { transfers: 'pending' } }, 'started', null],
  ['a complete account', READY, 'ready', null],
  ['an account with a passport to send', due({ past_due: ['passport'] }), 'needs-information', null],
  [
    'an account with a passport to send until a time',
    due({ currently_due: ['passport'], current_deadline: 1_800_000_000 }),
    'needs-information',
    new Date('2027-01-15T08:00:00Z'),
  ],
  [
    'a refused account',
    due({ disabled_reason: 'rejected.fraud', currently_due: ['passport'] }),
    'refused',
    null,
  ],
])('[PAYOUT-4] the state of %s', (_what, account, state, dueAt) => {
  expect(stateOf(account)).toEqual({ state, dueAt });
});
