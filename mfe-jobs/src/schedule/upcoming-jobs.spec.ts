import { firstAfterMonth, jobsOfDay, upcomingJobs } from './upcoming-jobs.ts';
import { sampleJob } from '../testing/samples.ts';

const onDay = (id: number, day: string) =>
  sampleJob({ id, deadline: `${day}T00:00:00.000Z`, deadlineHasTime: false });
const at = (id: number, ...time: [number, number, number, number, number]) =>
  sampleJob({ id, deadline: new Date(...time).toISOString(), deadlineHasTime: true });
const now = new Date(2026, 10, 20, 18);
const ids = (jobs: { id: number }[]) => jobs.map(({ id }) => id);

describe('upcomingJobs', () => {
  it('[SCHED-2] excludes yesterday and includes today, also when its time has passed', () => {
    const jobs = [onDay(1, '2026-11-19'), onDay(2, '2026-11-20'), at(3, 2026, 10, 20, 8, 0)];
    expect(ids(upcomingJobs(jobs, now))).toEqual([3, 2]);
  });

  it('[SCHED-2] sorts by day, then by time with missing times last, then by id', () => {
    const jobs = [
      onDay(5, '2026-12-01'),
      onDay(4, '2026-12-01'),
      at(3, 2026, 11, 1, 14, 0),
      at(2, 2026, 11, 1, 9, 30),
      onDay(1, '2026-11-21'),
    ];
    expect(ids(upcomingJobs(jobs, now))).toEqual([1, 2, 3, 4, 5]);
  });

  it('excludes paid jobs', () => {
    const paid = { ...onDay(2, '2026-11-22'), status: 'paid' as const };
    expect(ids(upcomingJobs([onDay(1, '2026-11-21'), paid], now))).toEqual([1]);
  });

  it('does not change the given list', () => {
    const jobs = [onDay(2, '2026-12-02'), onDay(1, '2026-12-01')];
    upcomingJobs(jobs, now);
    expect(ids(jobs)).toEqual([2, 1]);
  });
});

describe('firstAfterMonth', () => {
  it('[SCHED-19] returns the earliest upcoming job after the shown month', () => {
    const jobs = [
      onDay(1, '2026-11-30'),
      onDay(2, '2026-12-05'),
      onDay(3, '2026-12-01'),
      onDay(4, '2026-11-19'),
    ];
    const [october, november, december] = [9, 10, 11].map((month) => new Date(2026, month));
    expect(firstAfterMonth(jobs, now, november ?? now)?.id).toBe(3);
    expect(firstAfterMonth(jobs, now, october ?? now)?.id).toBe(1);
    expect(firstAfterMonth(jobs, now, december ?? now)).toBeUndefined();
  });
});

describe('jobsOfDay', () => {
  it('returns the jobs of the day in the order of their times', () => {
    const jobs = [onDay(1, '2026-12-01'), at(2, 2026, 11, 1, 9, 30), onDay(3, '2026-12-02')];
    expect(ids(jobsOfDay(jobs, '2026-12-01'))).toEqual([2, 1]);
  });
});
