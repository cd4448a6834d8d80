import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { PayoutAccountView, PayoutView } from '@dps/contract';
import { aPayout, aPayoutBalance, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { PayoutAccountCard } from './PayoutAccountCard.tsx';

const MONEY: Handlers = {
  'GET /api/payouts': () => [],
  'GET /api/payouts/balance': () => aPayoutBalance(),
};
const account = (state: PayoutAccountView['state'], dueAt: string | null = null): Handlers => ({
  ...MONEY,
  'GET /api/payout-account': () => ({ state, dueAt }),
});
const show = (handlers: Handlers, path = '/payments') =>
  renderInShell(<PayoutAccountCard />, { user: aPilot(), handlers, path });

afterEach(() => void jest.restoreAllMocks());

it.each<[PayoutAccountView['state'], string | null, RegExp, string | null]>([
  ['nothing', null, /^Set up an account/, 'Set up payouts'],
  ['started', null, /^The set-up has started/, 'Continue the set-up'],
  ['needs-information', null, /^Stripe needs more information\./, 'Add information'],
  ['needs-information', '2026-12-11T12:00:00.000Z', /by Dec 11, 2026\.$/, 'Add information'],
  ['ready', null, /^Your payout account is ready/, 'Open Stripe dashboard'],
  ['refused', null, /^Stripe has refused/, null],
])('[PAYOUT-1, PAYOUT-5] shows the state %s, due at %s', async (state, dueAt, text, action) => {
  show(account(state, dueAt));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button')?.textContent ?? null).toBe(action);
});

it.each([
  ['nothing', 'Set up payouts'],
  ['ready', 'Open Stripe dashboard'],
] as const)('[PAYOUT-2, PAYOUT-13] opens the page of the provider for the state %s', async (state, name) => {
  const open = jest.spyOn(globalThis, 'open').mockReturnValue(null);
  const url = 'https://connect.stripe.com/setup/e/acct_1/x';
  show({ ...account(state), 'POST /api/payout-account/link': () => ({ url }) });
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(open).toHaveBeenCalledWith(url, '_self'));
});

it('shows why the page of the provider cannot be opened, and can be tried again', async () => {
  show({
    ...account('nothing'),
    'POST /api/payout-account/link': () =>
      reply(503, { code: 'provider_unavailable', message: 'No response' }),
  });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Set up payouts' });
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('No response');
  await waitFor(() => expect(button.disabled).toBe(false));
});

it('[PAYOUT-4] shows that the provider has closed the account', async () => {
  let state: PayoutAccountView['state'] = 'ready';
  show({
    ...MONEY,
    'GET /api/payout-account': () => ({ state, dueAt: null }),
    'POST /api/payout-account/link': () => {
      state = 'refused';
      return reply(409, { code: 'status_conflict', message: 'Closed' });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Open Stripe dashboard' }));
  expect(await screen.findByText(/^Stripe has refused or closed/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('[PAYOUT-3] reads the state from the provider after a visit of its page', async () => {
  let state: PayoutAccountView['state'] = 'started';
  const { calls } = show(
    {
      ...MONEY,
      'GET /api/payout-account': () => ({ state, dueAt: null }),
      'POST /api/payout-account/check': () => {
        state = 'ready';
        return { state, dueAt: null };
      },
    },
    '/payments?payouts=done',
  );
  expect(await screen.findByText(/^Your payout account is ready/)).toBeTruthy();
  expect(calls.slice(0, 2).map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/payout-account/check',
    'GET /api/payout-account',
  ]);
});

it('[EVENT-21] reads the money and the payouts again after a lost connection', async () => {
  let balance = aPayoutBalance({ availableAmount: 90_100 });
  let payouts: PayoutView[] = [];
  const { changeShares } = show({
    ...account('ready'),
    'GET /api/payouts': () => payouts,
    'GET /api/payouts/balance': () => balance,
  });
  expect(await screen.findByText('$901.00')).toBeTruthy();
  balance = aPayoutBalance({ onTheWayAmount: 12_345 });
  payouts = [aPayout({ amount: 12_345 })];
  act(changeShares);
  expect(await screen.findByText('On the way, arrives on Dec 4, 2026')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('$901.00')).toBeNull());
});

it('explains an expired link', async () => {
  show(
    { ...account('started'), 'POST /api/payout-account/check': () => ({ state: 'started', dueAt: null }) },
    '/payments?payouts=expired',
  );
  expect(await screen.findByText(/^The link has expired/)).toBeTruthy();
});
