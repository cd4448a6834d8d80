import type { JobStatus } from '@dps/shared-contracts';
import { sampleJob } from '../testing/samples.ts';
import { dashboardList } from './dashboard-list.ts';

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

describe('dashboardList', () => {
  it.each([
    ['next', 'pilot', [5, 3, 4, 6, 2, 1]],
    ['next', 'client', [2, 6, 5, 3, 4, 1]],
    ['deadline', 'pilot', [1, 5, 3, 4, 2, 6]],
    ['value', 'client', [4, 6, 2, 3, 5, 1]],
    ['status', 'pilot', [4, 5, 3, 6, 2, 1]],
  ] as const)('sorts by %s for a %s', (order, role, expected) => {
    const { listed, folded } = dashboardList(jobs, order, role);
    expect(ids(listed)).toEqual(expected);
    expect(folded).toEqual([]);
  });

  it('folds the paid jobs of a long list away, unless all of its jobs are paid', () => {
    const twelve = (unpaid: number) =>
      Array.from({ length: 12 }, (_, i) => job(i, i < 12 - unpaid ? 'paid' : 'pending', 1, '01'));
    const many = twelve(4);
    const { listed, folded } = dashboardList(many, 'next', 'client');
    expect([listed.length, folded.length]).toEqual([4, 8]);
    expect(dashboardList(twelve(0), 'next', 'client').listed).toHaveLength(12);
  });
});
