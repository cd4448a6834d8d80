import { ACCEPTED_JOBS_PER_PILOT, FLIGHT_RECORDS_PER_JOB } from '@dps/shared-contracts';
import { ACTIVE_JOBS } from './demo-jobs.active.ts';
import { OPEN_JOBS } from './demo-jobs.open.ts';
import { SETTLED_JOBS } from './demo-jobs.settled.ts';

const JOBS = [...SETTLED_JOBS, ...ACTIVE_JOBS, ...OPEN_JOBS];

describe('the demo jobs', () => {
  it('have no deadline before the day of their post', () => {
    expect(JOBS.filter(({ dueInDays, postedDaysAgo }) => dueInDays < -postedDaysAgo)).toEqual([]);
  });

  it('respect the limits of flights and of accepted jobs', () => {
    const accepted = JOBS.filter(({ status, pilot }) => status === 'pending' && pilot !== null);
    const counts = [...Map.groupBy(accepted, ({ pilot }) => pilot).values()].map(({ length }) => length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(ACCEPTED_JOBS_PER_PILOT);
    const flights = JOBS.map((job) => job.flights?.length ?? 0);
    expect(Math.max(...flights)).toBeLessThanOrEqual(FLIGHT_RECORDS_PER_JOB);
  });
});
