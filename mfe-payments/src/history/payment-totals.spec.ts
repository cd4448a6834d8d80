import type { JobStatus } from '@dps/contract';
import { aJob, aPayment } from '@dps/contract/testing';
import { listPayments } from './payment-list.ts';
import { paymentStats, totalsByMonth } from './payment-totals.ts';

const NOTHING = { cents: 0, paidCents: 0, refundedCents: 0, disputedCents: 0, dueCents: 0 };
const NOW = new Date(2026, 10, 20, 12);
const job = (id: number, status: JobStatus, budget: number, month: number) =>
  aJob({ id, status, budget, updatedAt: new Date(2026, month, 15).toISOString() });
const jobs = [
  job(2, 'review', 20_000, 10),
  job(3, 'completed', 30_010, 10),
  job(4, 'paid', 40_020, 9),
  job(5, 'paid', 50_000, 7),
];

describe('totals of payments', () => {
  it('[PAYM-8, PAYM-9, PAYM-10, PAYM-11] sum amounts', () => {
    expect(paymentStats(totalsByMonth(listPayments(jobs)), NOW)).toEqual({
      total: { ...NOTHING, cents: 120_030, paidCents: 90_020, dueCents: 30_010 },
      month: expect.objectContaining({ ...NOTHING, cents: 30_010, dueCents: 30_010 }),
      averageCents: 40_010,
      pending: 1,
    });
    expect(paymentStats([], NOW)).toEqual({ total: NOTHING, month: NOTHING, averageCents: 0, pending: 0 });
  });

  it.each([
    ['a partial refund', { refundedAmount: 5005 }, { paidCents: 44_995, refundedCents: 5_005 }],
    [
      'a full refund',
      { status: 'refunded', refundedAmount: 50_000 },
      { paidCents: 0, refundedCents: 50_000 },
    ],
    ['a dispute', { status: 'disputed' }, { paidCents: 0, disputedCents: 50_000 }],
    [
      'a dispute after a partial refund',
      { status: 'disputed', refundedAmount: 5005 },
      { paidCents: 0, refundedCents: 5_005, disputedCents: 44_995 },
    ],
    [
      'a dispute of a part',
      { status: 'disputed', disputedAmount: 5005 },
      { paidCents: 44_995, disputedCents: 5_005 },
    ],
    ['a payment that was kept', {}, { paidCents: 50_000 }],
  ] as const)('[PAYM-45] name the parts of a paid job with %s', (_name, facts, parts) => {
    const stored = [
      aPayment({ jobId: 3, status: 'pending' }),
      aPayment({ jobId: 5, amount: 50_000, ...facts }),
    ];
    const payments = listPayments([job(3, 'completed', 30_010, 10), job(5, 'paid', 50_000, 7)], stored);
    const { total } = paymentStats(totalsByMonth(payments), NOW);
    expect(total).toEqual({ ...NOTHING, cents: 80_010, dueCents: 30_010, ...parts });
  });

  it('belong to the calendar month of the viewer', () => {
    const at = (id: number, date: Date) =>
      aJob({ id, status: 'paid', budget: 100, updatedAt: date.toISOString() });
    const payments = listPayments([
      at(1, new Date(2026, 10, 1, 0, 0, 0)),
      at(2, new Date(2026, 10, 20, 11)),
      at(3, new Date(2026, 9, 31, 23, 59, 59)),
    ]);
    expect(totalsByMonth(payments).map(({ key, count }) => [key, count])).toEqual([
      ['2026-11', 2],
      ['2026-10', 1],
    ]);
  });
});
