import type { JobStatus } from '@dps/contract';
import { totalsOf } from '../job/job-totals.ts';
import { sampleJob } from '../testing/samples.ts';
import { foldsPaid, isLong, sortJobs } from './useDashboardList.tsx';

const job = (id: number, status: JobStatus, budget: number, day: string) =>
  sampleJob({ id, status, budget, deadline: `2026-12-${day}T00:00:00.000Z`, deadlineHasTime: false });
const jobs = [
  job(1, 'paid', 100, '01'),
  job(2, 'completed', 400, '05'),
  job(3, 'in-progress', 300, '03'),
  job(4, 'pending', 900, '04'),
  job(5, 'in-progress', 200, '02'),
  job(6, 'review', 500, '06'),
];
const ids = (list: { id: number }[]) => list.map(({ id }) => id);

describe('sortJobs', () => {
  it.each([
    ['next', 'pilot', [5, 3, 4, 6, 2, 1]],
    ['next', 'client', [2, 6, 5, 3, 4, 1]],
    ['deadline', 'pilot', [1, 5, 3, 4, 2, 6]],
    ['value', 'client', [4, 6, 2, 3, 5, 1]],
    ['status', 'pilot', [4, 5, 3, 6, 2, 1]],
  ] as const)('[PDASH-29, CDASH-20] sorts by %s for a %s', (order, role, expected) => {
    expect(ids(sortJobs(jobs, order, role))).toEqual(expected);
  });
});

describe('a list', () => {
  const listOf = (count: number, unpaid: number) =>
    totalsOf(Array.from({ length: count }, (_, i) => job(i, i < unpaid ? 'pending' : 'paid', 1, '01')));

  it.each([
    [10, 4, false, false],
    [11, 4, true, true],
    [11, 0, true, false],
    [0, 0, false, false],
  ])(
    '[PDASH-29, CDASH-20] of %i jobs, %i of them unpaid: long %s, folds the paid ones %s',
    (count, unpaid, long, folds) => {
      const totals = listOf(count, unpaid);
      expect([isLong(totals), foldsPaid(totals)]).toEqual([long, folds]);
    },
  );
});
