import { ACCEPTED_JOBS_PER_PILOT, areaFault, FLIGHT_RECORDS_PER_JOB, JOB_STATUSES } from '@dps/contract';
import { ACTIVE_JOBS } from './demo-jobs.active.ts';
import { OPEN_JOBS } from './demo-jobs.open.ts';
import { SETTLED_JOBS } from './demo-jobs.settled.ts';
import { stepsOf } from './demo-steps.ts';

const JOBS = [...SETTLED_JOBS, ...ACTIVE_JOBS, ...OPEN_JOBS];

describe('the demo jobs', () => {
  it('have no deadline before the day of their post', () => {
    expect(JOBS.filter(({ dueInDays, postedDaysAgo }) => dueInDays < -postedDaysAgo)).toEqual([]);
  });

  it.each(JOBS.map((job) => [job.title, job] as const))('%s has steps to its state', (_title, job) => {
    const steps = stepsOf(job);
    const times = steps.map(({ daysAgo }) => daysAgo);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect([times[0], Math.min(...times)]).toEqual([job.postedDaysAgo, job.changedDaysAgo]);
    const statuses = steps.flatMap((step) => (step.kind === 'status' ? [step.status] : []));
    const { status, changeRequest, withdrawal } = job;
    const furthest = withdrawal ? 'in-progress' : changeRequest === undefined ? status : 'review';
    expect(statuses).toEqual(JOB_STATUSES.slice(1, JOB_STATUSES.indexOf(furthest) + 1));
    expect(steps.some(({ kind }) => kind === 'request-changes')).toBe(changeRequest !== undefined);
    expect(steps.some(({ kind }) => kind === 'withdraw')).toBe(withdrawal !== undefined);
    const progress = steps.flatMap((step) => (step.kind === 'progress' ? [step.progress] : []));
    expect(progress.at(-1) ?? 0).toBe(job.progress);
  });

  it('show a request for changes and an earlier pilot to both demo accounts', () => {
    const shown = { client: 'demo_client', pilot: 'demo_pilot' };
    expect(JOBS.filter(({ changeRequest }) => changeRequest)).toEqual([
      expect.objectContaining({ ...shown, status: 'in-progress' }),
    ]);
    expect(JOBS.filter(({ withdrawal }) => withdrawal)).toEqual([
      expect.objectContaining({
        client: shown.client,
        pilot: null,
        withdrawal: expect.objectContaining({ pilot: shown.pilot }),
      }),
    ]);
  });

  it('show both demo accounts an open job with an answered question of the pilot and an unanswered one', () => {
    expect(JOBS.filter(({ questions }) => questions)).toEqual([
      expect.objectContaining({
        client: 'demo_client',
        pilot: null,
        questions: [
          expect.objectContaining({ pilot: 'demo_pilot', answer: expect.anything() }),
          expect.not.objectContaining({ answer: expect.anything() }),
        ],
      }),
    ]);
    const times = JOBS.flatMap(({ questions = [], postedDaysAgo }) =>
      questions.map(({ askedDaysAgo, answer }) => [postedDaysAgo, askedDaysAgo, answer?.daysAgo ?? 0]),
    );
    for (const each of times) expect(each).toEqual(each.toSorted((a, b) => b - a));
  });

  it('[MESSAGE-19] show both demo accounts a conversation of their job in progress, whose last message the client has not read', () => {
    const [job, ...more] = JOBS.filter(({ messages }) => messages);
    expect(more).toEqual([]);
    expect(job).toMatchObject({ client: 'demo_client', pilot: 'demo_pilot', status: 'in-progress' });
    const { messages = [] } = job ?? {};
    const times = messages.map(({ sentDaysAgo }) => sentDaysAgo);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const accepted = job && stepsOf(job).find(({ kind }) => kind === 'accept');
    expect(times[0]).toBeLessThan(accepted?.daysAgo ?? 0);
    expect(messages.filter(({ isUnread }) => isUnread)).toEqual([messages.at(-1)]);
    expect(messages.at(-1)?.from).toBe('pilot');
  });

  it('have two valid areas', () => {
    const areas = JOBS.flatMap(({ area }) => (area ? [area] : []));
    expect(areas.map(areaFault)).toEqual([null, null]);
  });

  it('respect the limits of flights and of accepted jobs', () => {
    const accepted = JOBS.filter(({ status, pilot }) => status === 'pending' && pilot !== null);
    const counts = [...Map.groupBy(accepted, ({ pilot }) => pilot).values()].map(({ length }) => length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(ACCEPTED_JOBS_PER_PILOT);
    const flights = JOBS.map((job) => job.flights?.length ?? 0);
    expect(Math.max(...flights)).toBeLessThanOrEqual(FLIGHT_RECORDS_PER_JOB);
  });
});
