import type { JobStatus } from '@dps/contract';
import { aJob, aPayment } from '@dps/contract/testing';
import { listPayments } from './payment-list.ts';
import { paymentStats, readMonths, totalsByMonth } from './payment-totals.ts';

const NOW = new Date(2026, 10, 20, 12);
const job = (id: number, status: JobStatus, budget: number, month: number) =>
  aJob({ id, status, budget, updatedAt: new Date(2026, month, 15).toISOString() });
const jobs = [
  job(2, 'review', 200, 10),
  job(3, 'completed', 300.1, 10),
  job(4, 'paid', 400.2, 9),
  job(5, 'paid', 500, 7),
];

describe('totals of payments', () => {
  it('sum amounts without floating point errors', () => {
    expect(paymentStats(totalsByMonth(listPayments(jobs)), NOW)).toEqual({
      total: { cents: 120_030, paidCents: 90_020, refundedCents: 0 },
      month: { cents: 30_010, paidCents: 0, refundedCents: 0 },
      averageCents: 40_010,
      pending: 1,
    });
    const nothing = { cents: 0, paidCents: 0, refundedCents: 0 };
    expect(paymentStats([], NOW)).toEqual({ total: nothing, month: nothing, averageCents: 0, pending: 0 });
  });

  it('sum the refunds of paid jobs', () => {
    const stored = [
      aPayment({ jobId: 3, refundedAmount: 1 }),
      aPayment({ jobId: 4, refundedAmount: 50.05 }),
      aPayment({ jobId: 5, status: 'refunded', refundedAmount: 500 }),
    ];
    const { total } = paymentStats(totalsByMonth(listPayments(jobs, stored)), NOW);
    expect(total).toEqual({ cents: 120_030, paidCents: 90_020, refundedCents: 55_005 });
  });

  it('are equal if the server sums them', () => {
    const stored = [aPayment({ jobId: 4, refundedAmount: 50.05 })];
    const months = [
      { month: '2026-11', count: 1, paidCount: 0, amount: 300.1, paidAmount: 0, refundedAmount: 0 },
      { month: '2026-10', count: 1, paidCount: 1, amount: 400.2, paidAmount: 400.2, refundedAmount: 50.05 },
      { month: '2026-08', count: 1, paidCount: 1, amount: 500, paidAmount: 500, refundedAmount: 0 },
    ];
    expect(readMonths(months)).toEqual(totalsByMonth(listPayments(jobs, stored)));
  });

  it('belong to the calendar month of the viewer', () => {
    const at = (id: number, date: Date) =>
      aJob({ id, status: 'paid', budget: 1, updatedAt: date.toISOString() });
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
