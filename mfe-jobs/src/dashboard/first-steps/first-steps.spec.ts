import type { JobStatus } from '@dps/contract';
import { totalsOf, type JobTotals } from '../../job/job-totals.ts';
import { sampleJob } from '../../testing/samples.ts';
import { firstSteps, type Progress, isNewUser } from './first-steps.ts';

const totals = (...statuses: JobStatus[]): JobTotals =>
  totalsOf(statuses.map((status) => sampleJob({ status })));
const client = { role: 'client', profileImage: null, flightHours: null } as const;
const pilot = { role: 'pilot', profileImage: null, flightHours: null } as const;
const open = [{ pilotId: null }];
const accepted = [{ pilotId: 4 }];

/** Returns the steps that are done. */
const done = (progress: Partial<Progress> & Pick<Progress, 'user'>) =>
  firstSteps({ totals: totals(), jobs: [], flights: 0, ...progress }).flatMap(({ step, isDone }) =>
    isDone ? [step] : [],
  );

describe('firstSteps', () => {
  it.each<[string, Partial<Progress>, string[]]>([
    ['nothing', {}, []],
    ['a picture', { user: { ...client, profileImage: '/p.png' } }, ['picture']],
    ['an open job', { totals: totals('pending'), jobs: open }, ['post']],
    [
      'an accepted job',
      { totals: totals('pending', 'pending'), jobs: [...open, ...accepted] },
      ['post', 'accepted'],
    ],
    ['a job in progress that is not loaded', { totals: totals('in-progress') }, ['post', 'accepted']],
    ['a paid job', { totals: totals('paid'), jobs: accepted }, ['post', 'accepted', 'pay']],
  ])('[FIRST-2] checks the steps of a client with %s', (_title, change, expected) => {
    expect(done({ user: client, ...change })).toEqual(expected);
  });

  it.each<[string, Partial<Progress>, string[]]>([
    ['nothing', {}, []],
    ['a picture alone', { user: { ...pilot, profileImage: '/p.png' } }, []],
    [
      'a picture and flight hours',
      { user: { ...pilot, profileImage: '/p.png', flightHours: 0 } },
      ['profile'],
    ],
    ['an accepted job', { totals: totals('pending'), jobs: accepted }, ['accept']],
    ['an account that needs information', { payouts: { state: 'needs-information', dueAt: null } }, []],
    ['an account that can receive money', { payouts: { state: 'ready', dueAt: null } }, ['payouts']],
    ['a flight', { totals: totals('in-progress'), jobs: accepted, flights: 1 }, ['accept', 'log']],
    ['a completed job', { totals: totals('completed'), jobs: accepted }, ['accept', 'complete']],
    ['a paid job', { totals: totals('paid'), jobs: accepted, flights: 2 }, ['accept', 'log', 'complete']],
  ])('[FIRST-3, FIRST-4] checks the steps of a pilot with %s', (_title, change, expected) => {
    expect(done({ user: pilot, ...change })).toEqual(expected);
  });
});

it('[FIRST-8] the first step is the confirmation of the address, until it is done', () => {
  const steps = (mustConfirmEmail: boolean) =>
    firstSteps({ user: { ...client, mustConfirmEmail }, totals: totals(), jobs: [], flights: 0 }).map(
      ({ step }) => step,
    );
  expect(steps(true)).toEqual(['confirm', ...steps(false)]);
  expect(steps(false)).toHaveLength(4);
});

describe('isNewUser', () => {
  it.each<[string, boolean, Parameters<typeof isNewUser>]>([
    ['a client without a job', true, ['client', totals()]],
    ['a client with a completed job', true, ['client', totals('completed')]],
    ['a client who has paid', false, ['client', totals('pending', 'paid')]],
    ['a pilot whose flights load', true, ['pilot', totals('review')]],
    ['a pilot with a completed job whose flights load', false, ['pilot', totals('completed')]],
    ['a pilot with a completed job and no flight', true, ['pilot', totals('completed'), 0]],
    ['a pilot with a completed job and a flight', false, ['pilot', totals('paid'), 1]],
  ])('[FIRST-5] for %s is %s', (_title, expected, values) => {
    expect(isNewUser(...values)).toBe(expected);
  });
});
