import type { Actor, JobStatus } from '@dps/contract';
import { jobActions, payButton, updateButton, type JobActions } from './job.actions.ts';
import { sampleJob } from '../../testing/samples.ts';

const actors = {
  owner: { id: 3, role: 'client' },
  'other client': { id: 4, role: 'client' },
  'assigned pilot': { id: 7, role: 'pilot' },
  'other pilot': { id: 8, role: 'pilot' },
} as const satisfies Record<string, Actor>;
type ActorName = keyof typeof actors;

/** The offered actions: "advance to review" and the names of the set flags. */
function offered(actions: JobActions): string[] {
  const { advanceTo, ...flags } = actions;
  const set = Object.entries(flags).filter(([, value]) => value);
  return [...set.map(([name]) => name), ...(advanceTo ? [`advance to ${advanceTo}`] : [])];
}

describe('jobActions', () => {
  const fly = 'addFlightRecord';
  it.each<[ActorName, JobStatus, boolean, string[]]>([
    ['owner', 'pending', false, ['edit', 'remove']],
    ['owner', 'pending', true, ['release', 'edit']],
    ['owner', 'in-progress', true, ['end', 'edit']],
    ['owner', 'review', true, ['requestChanges']],
    ['owner', 'completed', true, []],
    ['owner', 'paid', true, []],
    ['other client', 'pending', false, []],
    ['other client', 'pending', true, []],
    ['other client', 'paid', true, []],
    ['other pilot', 'pending', false, ['accept']],
    ['other pilot', 'pending', true, []],
    ['other pilot', 'paid', true, []],
    ['assigned pilot', 'pending', true, ['release', 'setProgress', fly, 'advance to in-progress']],
    [
      'assigned pilot',
      'in-progress',
      true,
      ['withdraw', 'decideEnd', 'setProgress', fly, 'advance to review'],
    ],
    ['assigned pilot', 'review', true, ['takeBack', fly, 'advance to completed']],
    ['assigned pilot', 'completed', true, ['recordPayment', fly]],
    ['assigned pilot', 'paid', true, []],
  ])('[PJOB-10] offers to the %s of a %s job (accepted: %s): %j', (actor, status, accepted, expected) => {
    const job = sampleJob({ status, pilotId: accepted ? 7 : null });
    expect(offered(jobActions(actors[actor], job))).toEqual(expected);
  });
});

describe('updateButton', () => {
  it.each<[JobStatus, string, JobStatus | null]>([
    ['pending', 'Update', 'in-progress'],
    ['in-progress', 'Update', 'review'],
    ['review', 'With Client', null],
    ['completed', 'With Client', null],
    ['paid', 'With Client', null],
  ])(
    '[PDASH-13, PDASH-14, CDASH-11] of a %s job has the label %s and the next status %s',
    (status, label, next) => {
      expect(updateButton(status)).toEqual({ label, next });
    },
  );
});

describe('payButton', () => {
  it.each<[JobStatus, string, boolean]>([
    ['pending', 'Pending', true],
    ['in-progress', 'Pending', true],
    ['review', 'Pay', false],
    ['completed', 'Pay', false],
    ['paid', 'Pending', true],
  ])('of a %s job has the label %s, disabled: %s', (status, label, disabled) => {
    expect(payButton(status)).toEqual({ label, disabled });
  });
});
