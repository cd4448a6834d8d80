import { moneyFacts, paymentMethodText, type JobMoney } from './money-line.ts';
import { aPayment } from '../testing/builders.ts';

const paid: JobMoney = { budget: 125_050, status: 'paid', updatedAt: '2026-11-19T12:00:00.000Z' };
const DISPUTED = aPayment({ status: 'disputed' });
const last = (...given: Parameters<typeof moneyFacts>) => moneyFacts(...given).slice(3);

describe('moneyFacts', () => {
  it('splits the budget into fee and share, to the cent', () => {
    const facts = moneyFacts({ ...paid, budget: 55 }, null, 'client');
    expect(facts.slice(0, 3)).toEqual([
      { label: 'Budget', value: '$0.55' },
      { label: 'Fee (30%)', value: '$0.16' },
      { label: "Pilot's share (70%)", value: '$0.39' },
    ]);
  });

  it('addresses a pilot', () => {
    expect(moneyFacts(paid, null, 'pilot')[2]).toEqual({ label: 'Your share (70%)', value: '$875.35' });
  });

  it('[PAYOUT-8] names the state of the share', () => {
    const [, , share] = moneyFacts(paid, aPayment({ share: 'waiting' }), 'pilot');
    expect(share?.note).toBe('Waits for your payout account');
  });

  it('[PJOB-29] names when and how a paid job was charged, and that nothing was refunded', () => {
    expect(last(paid, aPayment(), 'client')).toEqual([
      { label: 'Charged', value: '$1,250.50', note: 'Nov 19, 2026, Visa ending in 4242' },
      { label: 'Refunded', value: 'Nothing' },
    ]);
  });

  it.each([
    ['completed', null, 'Not yet', undefined],
    ['completed', aPayment({ status: 'canceled' }), 'Not yet', undefined],
    ['review', aPayment({ status: 'pending' }), 'Not yet', undefined],
    ['review', aPayment({ status: 'pending', submitted: true }), 'Not yet', 'A card payment has started'],
    ['paid', null, '$1,250.50', 'Nov 19, 2026'],
    ['paid', aPayment({ provider: 'manual' }), '$1,250.50', 'Nov 19, 2026, outside the platform'],
    ['paid', DISPUTED, '$1,250.50', 'Nov 19, 2026, Visa ending in 4242, disputed by the bank'],
    [
      'paid',
      aPayment({ status: 'disputed', refundedAmount: 50, disputedAmount: 125_000 }),
      '$1,250.50',
      'Nov 19, 2026, Visa ending in 4242, disputed by the bank',
    ],
    [
      'paid',
      aPayment({ status: 'disputed', disputedAmount: 25_050 }),
      '$1,250.50',
      'Nov 19, 2026, Visa ending in 4242, $250.50 disputed by the bank',
    ],
  ] as const)('of a %s job with the payment %j has the charge %s (%s)', (status, payment, value, note) => {
    const [charged] = last({ ...paid, status }, payment, 'client');
    expect(charged).toEqual({ label: 'Charged', value, ...(note && { note }) });
  });

  it.each([
    ['2026-11-20T12:00:00.000Z', 'Nov 20, 2026'],
    [null, undefined],
  ])('names the amount and the day of a refund at %s', (refundedAt, note) => {
    const payment = aPayment({ refundedAmount: 5005, refundedAt });
    const [, refunded] = last(paid, payment, 'client');
    expect(refunded).toEqual({ label: 'Refunded', value: '$50.05', ...(note && { note }) });
  });
});

it.each([
  [{ cardBrand: 'amex', cardLast4: '0005' }, 'American Express ending in 0005'],
  [{ cardBrand: 'new_brand', cardLast4: '0005' }, 'card ending in 0005'],
  [{ cardBrand: null, cardLast4: null }, 'card'],
])('describes the card %j as %s', (card, text) => {
  expect(paymentMethodText(aPayment(card))).toBe(text);
});
