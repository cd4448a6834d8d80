import { PAYMENT_STATUSES, type PaymentStatus } from '@dps/contract';
import {
  changesOf,
  hasSettled,
  judge,
  providerStateOf,
  nextStatus,
  type ProviderState,
} from './payment.transitions.ts';
import type { PaymentIntentStatus } from './provider/payment-intent.ts';

const intent = {
  status: 'succeeded',
  amount: 125_050,
  failureCode: null,
  card: { brand: 'visa', last4: '4242' },
} as const;

it.each<[PaymentIntentStatus, ReturnType<typeof judge>]>([
  ['succeeded', 'settle'],
  ['processing', 'wait'],
  ['requires_capture', 'wait'],
  ['requires_action', 'fail'],
  ['requires_confirmation', 'fail'],
  ['requires_payment_method', 'fail'],
  ['canceled', 'cancel'],
])('judges an intent that is %s as %s', (status, outcome) => {
  expect(judge({ status })).toBe(outcome);
});

const PROVIDER_STATES: readonly ProviderState[] = ['unpaid', 'ended', 'paid', 'kept', 'refunded', 'disputed'];

it.each<[PaymentStatus, ...PaymentStatus[]]>([
  //           unpaid      ended       paid         kept         refunded    disputed
  ['pending', 'pending', 'canceled', 'completed', 'completed', 'refunded', 'disputed'],
  ['failed', 'failed', 'failed', 'completed', 'completed', 'refunded', 'disputed'],
  ['canceled', 'canceled', 'canceled', 'completed', 'completed', 'refunded', 'disputed'],
  ['completed', 'completed', 'completed', 'completed', 'completed', 'refunded', 'disputed'],
  ['refunded', 'refunded', 'refunded', 'refunded', 'completed', 'refunded', 'disputed'],
  ['disputed', 'disputed', 'disputed', 'disputed', 'completed', 'refunded', 'disputed'],
])(
  '[SETTLE-10] a payment that is %s becomes, by provider state: %s, %s, %s, %s, %s, %s',
  (status, ...expected) => {
    expect(PROVIDER_STATES.map((state) => nextStatus(status, state))).toEqual(expected);
  },
);

it('[SETTLE-9] never downgrades a settled payment without a refund or dispute', () => {
  for (const status of PAYMENT_STATUSES.filter(hasSettled)) {
    for (const state of PROVIDER_STATES) expect(hasSettled(nextStatus(status, state))).toBe(true);
  }
});

describe('the provider state', () => {
  const returned = { refundedAmount: 0, refundedAt: null, disputedAmount: 0, lostAmount: 0 };

  it.each<[string, PaymentIntentStatus, typeof returned | null, ProviderState]>([
    ['a failed card', 'requires_payment_method', null, 'unpaid'],
    ['a cancelled intent', 'canceled', null, 'ended'],
    ['money', 'succeeded', null, 'paid'],
    ['money that was kept', 'succeeded', returned, 'kept'],
    ['a partial refund', 'succeeded', { ...returned, refundedAmount: 125_049 }, 'kept'],
    ['a full refund', 'succeeded', { ...returned, refundedAmount: 125_050 }, 'refunded'],
    [
      'a dispute of refunded money',
      'succeeded',
      { ...returned, refundedAmount: 125_050, disputedAmount: 1 },
      'disputed',
    ],
    ['a dispute of a part', 'succeeded', { ...returned, disputedAmount: 1 }, 'disputed'],
    ['a lost dispute of a part', 'succeeded', { ...returned, lostAmount: 1 }, 'disputed'],
  ])('of %s', (_what, status, money, state) => {
    expect(providerStateOf({ ...intent, status }, money)).toBe(state);
  });
});

describe('the changes', () => {
  const open = {
    status: 'pending',
    failureCode: null,
    refundedAmount: 0,
    refundedAt: null,
    disputedAmount: 0,
    lostAmount: 0,
    cardBrand: null,
    cardLast4: null,
    submitted: false,
  } as const;
  const paid = { ...open, status: 'completed', cardBrand: 'visa', cardLast4: '4242' } as const;
  const kept = { refundedAmount: 0, refundedAt: null, disputedAmount: 0, lostAmount: 0 };
  const refundedAt = new Date('2026-11-20T10:00:00Z');

  it('of a failed card are its failure code, and the payment stays open', () => {
    const failed = { ...intent, status: 'requires_payment_method', failureCode: 'expired_card' } as const;
    expect(changesOf(open, failed, null)).toEqual({ ...open, failureCode: 'expired_card' });
  });

  it('of money after a failed card clear the failure code, and add the card', () => {
    const changes = changesOf({ ...open, failureCode: 'expired_card' }, intent, null);
    expect(changes).toEqual(paid);
  });

  it.each<[PaymentIntentStatus, boolean]>([
    ['requires_payment_method', false],
    ['requires_action', true],
    ['processing', true],
    ['succeeded', false],
  ])('of an intent with the status %s say whether the client has submitted it: %s', (status, submitted) => {
    const changes = changesOf({ ...open, submitted: !submitted }, { ...intent, status }, null);
    expect(changes?.submitted).toBe(submitted);
  });

  it('of money without a known card leave the card empty', () => {
    expect(changesOf(open, { ...intent, card: null }, null)).toEqual({ ...open, status: 'completed' });
  });

  it('of a refund are its cents and time, and the status after a full refund', () => {
    const part = changesOf(paid, intent, { ...kept, refundedAmount: 50, refundedAt });
    expect(part).toEqual({ ...paid, refundedAmount: 50, refundedAt });
    const full = changesOf({ ...paid, refundedAmount: 50 }, intent, {
      ...kept,
      refundedAmount: 125_050,
      refundedAt,
    });
    expect(full).toEqual({ ...paid, status: 'refunded', refundedAmount: 125_050, refundedAt });
  });

  it.each([
    ['the cents of an open dispute', [0, 25_050, 0], [0, 25_050, 0]],
    ['the cents that the bank keeps after a lost dispute', [0, 0, 25_050], [0, 0, 25_050]],
    ['the cents of an open dispute and of a lost one', [0, 20_000, 5050], [0, 20_000, 5050]],
    [
      'the rest of the amount, if the bank inquires about refunded money',
      [25_050, 125_050, 0],
      [25_050, 100_000, 0],
    ],
    ['the amount, if the bank has taken more', [0, 10, 125_060], [0, 0, 125_050]],
  ])(
    'of a dispute are %s',
    (_what, [refunded, disputed, lost], [refundedAmount, disputedAmount, lostAmount]) => {
      const returned = {
        refundedAmount: refunded ?? 0,
        refundedAt,
        disputedAmount: disputed ?? 0,
        lostAmount: lost ?? 0,
      };
      expect(changesOf(paid, intent, returned)).toEqual({
        ...paid,
        status: 'disputed',
        refundedAmount,
        refundedAt,
        disputedAmount,
        lostAmount,
      });
    },
  );

  it('of a failed refund remove its time', () => {
    expect(changesOf({ ...paid, refundedAmount: 50, refundedAt }, intent, kept)).toEqual(paid);
  });

  it('of a payment from before the card was stored add the card with the next check of returned money', () => {
    const earlier = { ...open, status: 'completed' } as const;
    expect(changesOf(earlier, intent, null)).toBeNull();
    expect(changesOf(earlier, intent, kept)).toEqual(paid);
  });

  it.each<[string, PaymentStatus, typeof kept | null]>([
    ['repeated money', 'completed', null],
    ['money that was kept', 'completed', kept],
    ['the payment of refunded money', 'refunded', null],
  ])('are none for %s', (_what, status, money) => {
    expect(changesOf({ ...paid, status }, intent, money)).toBeNull();
  });
});
