import type { JobStatus } from '@dps/contract';
import { totalsOf } from '../../job/job-totals.ts';
import { flightHours, pilotStats } from './pilot.stats.ts';
import { sampleFlight, sampleJob } from '../../testing/samples.ts';

const job = (status: JobStatus, budget = 100) => sampleJob({ status, budget });
const flight = (duration: number) => sampleFlight({ duration });

describe('pilotStats', () => {
  it('[PDASH-5, PDASH-6] counts completed and paid as completed, pending and review as pending, in-progress as neither', () => {
    const jobs = [job('pending'), job('in-progress'), job('review'), job('completed'), job('paid')];
    expect(pilotStats(totalsOf(jobs))).toMatchObject({ completed: 2, pending: 2 });
  });

  it.each([
    [[], 0],
    [[30], 0.5],
    [[45, 45, 45], 2.3],
    [[6, 6, 6], 0.3],
    [[600], 10],
  ])('[PDASH-7] sums flights of %j minutes to %d hours', (durations, hours) => {
    expect(flightHours(durations.map(flight))).toBe(hours);
  });

  it.each([
    ['completed', 125_050, 87_535],
    ['paid', 50, 35],
    ['paid', 99_999_999, 69_999_999],
    ['review', 100_000, 0],
    ['pending', 100_000, 0],
  ] as const)('[PDASH-8] computes the earnings of a %s job of %d cents as %d', (status, budget, cents) => {
    expect(pilotStats(totalsOf([job(status, budget)])).earnings).toBe(cents);
  });

  it('[PDASH-8] computes the share from the sum, exact to the cent', () => {
    const jobs = Array.from({ length: 3 }, () => job('paid', 55));
    expect(pilotStats(totalsOf(jobs)).earnings).toBe(116);
  });
});
