import type { JobStatus } from '@dps/contract';
import { aJob, aPayment } from '@dps/contract/testing';
import { filterPayments, listPayments } from './payment-list.ts';

const NOW = new Date(2026, 10, 20, 12);
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

const job = (id: number, status: JobStatus, budget: number, updatedAt = daysAgo(1)) =>
  aJob({ id, title: `Job ${id}`, status, budget, updatedAt });

const jobs = [
  job(1, 'pending', 10_000),
  job(2, 'review', 20_000),
  job(3, 'completed', 30_010, daysAgo(3)),
  job(4, 'paid', 40_020, daysAgo(40)),
  job(5, 'paid', 50_000, daysAgo(100)),
];

describe('listPayments', () => {
  it('[PAYM-4] returns the completed and the paid jobs, newest first', () => {
    expect(listPayments(jobs).map(({ id, cents }) => [id, cents])).toEqual([
      [3, 30_010],
      [4, 40_020],
      [5, 50_000],
    ]);
  });

  it('[PAYM-5, PAYM-6] derives a payment from the id, title, budget and last change of a job', () => {
    const shared = { cents: 125_050, date: daysAgo(3), method: 'Stripe', status: 'completed' };
    expect(
      listPayments([job(7, 'paid', 125_050, daysAgo(3)), job(6, 'completed', 125_050, daysAgo(3))]),
    ).toEqual([
      { id: 7, jobTitle: 'Job 7', ...shared, paid: true, stored: null },
      { id: 6, jobTitle: 'Job 6', ...shared, paid: false, stored: null },
    ]);
  });

  it('adds the stored payment of each job', () => {
    const stored = [aPayment({ id: 9, jobId: 5 }), aPayment({ id: 8, jobId: 4 }), aPayment({ jobId: 1 })];
    const listed = listPayments(jobs, stored).map((each) => [each.id, each.stored?.id]);
    expect(listed).toEqual([
      [3, undefined],
      [4, 8],
      [5, 9],
    ]);
  });

  it.each([
    ['all', 'all', [3, 4, 5]],
    ['completed', 'all', [3, 4, 5]],
    ['pending', 'all', []],
    ['all', 'week', [3]],
    ['all', 'month', [3]],
    ['all', 'quarter', [3, 4]],
  ] as const)('[PAYM-14] filters by status %s and date %s', (status, date, ids) => {
    expect(filterPayments(listPayments(jobs), { status, date }, NOW).map(({ id }) => id)).toEqual(ids);
  });
});
