import type { JobArea } from '@dps/contract';
import { getMetadataArgsStorage } from 'typeorm';
import { eventsOfChange, type JobState } from '../src/modules/jobs/job.changes.ts';
import { Job } from '../src/modules/jobs/job.entity.ts';

const [CLIENT, PILOT] = [1, 2];
const SQUARE: JobArea = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [0.001, 0],
      [0.001, 0.001],
      [0, 0.001],
      [0, 0],
    ],
  ],
};
const job: JobState = {
  id: 7,
  title: 'Roof',
  description: 'Two roofs',
  surveyType: 'Mapping',
  location: 'Austin, TX',
  budget: 145_050,
  status: 'pending',
  progress: 20,
  clientId: CLIENT,
  pilotId: PILOT,
  deadline: new Date('2030-06-30T00:00:00Z'),
  deadlineHasTime: false,
  area: null,
  areaSquareMeters: null,
  endRequestedAt: null,
};

/** The kinds of the events of a change of each column that users can change. */
const KINDS: readonly (readonly [change: Partial<JobState>, kind: string])[] = [
  [{ title: 'Changed' }, 'edited'],
  [{ description: 'Changed' }, 'edited'],
  [{ surveyType: 'Site Survey' }, 'edited'],
  [{ location: 'Changed' }, 'edited'],
  [{ budget: 145_051 }, 'edited'],
  [{ deadline: new Date('2030-07-01T00:00:00Z') }, 'edited'],
  [{ deadlineHasTime: true }, 'edited'],
  [{ area: SQUARE, areaSquareMeters: 11_000 }, 'edited'],
  [{ status: 'in-progress' }, 'status'],
  [{ progress: 30 }, 'progress'],
  [{ pilotId: null }, 'pilot-removed'],
  [{ endRequestedAt: new Date('2030-06-01T00:00:00Z') }, 'end-requested'],
];
const UNCHANGED = [
  'id',
  'clientId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'termsChangedAt',
  // They follow from the location.
  'latitude',
  'longitude',
  'place',
  'handedOverAt',
  'openedAt',
  'formerPilotIds',
  'changeRequests',
  'changesRequestedAt',
  'idempotencyKey',
];

const eventsOf = (changes: Partial<JobState>, actorId: number | null = CLIENT) =>
  eventsOfChange(job, { ...job, ...changes }, { actorId });

describe('[HIST-1] the events of a changed job', () => {
  it('cover each column', () => {
    const columns = getMetadataArgsStorage()
      .filterColumns(Job)
      .map(({ propertyName }) => propertyName);
    const covered = KINDS.flatMap(([change]) => Object.keys(change));
    expect(columns.toSorted()).toEqual([...covered, ...UNCHANGED].toSorted());
  });

  it.each(KINDS)('%j is %s', (change, kind) => {
    expect(eventsOf(change)).toMatchObject([{ kind, actorId: CLIENT }]);
  });

  it('have the changed values only, and a deadline in the format of an input', () => {
    const deadline = new Date('2030-07-01T10:20:00Z');
    expect(eventsOf({ budget: 100, deadline, deadlineHasTime: true })).toMatchObject([
      {
        before: { budget: 145_050, deadline: '2030-06-30' },
        after: { budget: 100, deadline: '2030-07-01T10:20:00.000Z' },
      },
    ]);
    expect(eventsOf({ title: job.title })).toEqual([]);
  });

  it('name the pilot who leaves, and say who has ended the work', () => {
    const left = { before: { pilotId: PILOT, progress: 20 } };
    const changes = { pilotId: null, progress: 0 };
    expect(eventsOf(changes, PILOT)).toMatchObject([{ kind: 'released', actorId: PILOT, ...left }]);
    expect(eventsOf(changes, CLIENT)).toMatchObject([{ kind: 'pilot-removed', actorId: CLIENT, ...left }]);
    expect(eventsOf({ pilotId: 3 }, null)).toMatchObject([
      { kind: 'pilot-removed' },
      { kind: 'accepted', after: { pilotId: 3 } },
    ]);
  });

  it('of a step with the progress are in their order', () => {
    expect(eventsOf({ status: 'completed', progress: 100 }, PILOT)).toMatchObject([
      { kind: 'progress', before: { progress: 20 }, after: { progress: 100 } },
      { kind: 'status', before: { status: 'pending' }, after: { status: 'completed' } },
    ]);
  });
});
