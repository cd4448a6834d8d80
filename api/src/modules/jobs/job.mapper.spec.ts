import { jobView } from '@dps/shared-contracts';
import { User } from '../users/user.entity.ts';
import { Job } from './job.entity.ts';
import { toJobColumns, toJobDetailView, toJobView } from './job.mapper.ts';

const named = (id: number, name: string) =>
  Object.assign(new User(), { id, name, email: 'secret@example.com', passwordHash: 'secret' });

const job = Object.assign(new Job(), {
  id: 7,
  title: 'Roof',
  description: 'Two roofs',
  surveyType: 'Mapping',
  location: 'Austin, TX',
  budgetCents: 145_050,
  status: 'review',
  progress: 80,
  clientId: 1,
  client: named(1, 'Owner Ltd'),
  pilotId: 2,
  pilot: named(2, 'Wings Inc'),
  deadline: new Date('2030-06-30T00:00:00Z'),
  deadlineHasTime: false,
  createdAt: new Date('2030-01-01T10:00:00Z'),
  updatedAt: new Date('2030-01-02T10:00:00Z'),
} satisfies Partial<Job>);

describe('toJobView', () => {
  it('shows what the contract says, and of people only their names', () => {
    const view = toJobView(job);
    expect(jobView.validateSync(view, { strict: true })).toEqual(view);
    expect(view).toMatchObject({
      budget: 1450.5,
      deadline: '2030-06-30T00:00:00.000Z',
      client: { name: 'Owner Ltd' },
      pilot: { name: 'Wings Inc' },
    });
    expect(JSON.stringify(view)).not.toContain('secret');
  });

  it('has no pilot before somebody accepts', () => {
    const offered = Object.assign(new Job(), job, { pilotId: null, pilot: null });
    expect(toJobView(offered)).toMatchObject({ pilotId: null, pilot: null });
  });
});

it('toJobDetailView adds what belongs to the job', () => {
  const records = { flightData: [], attachments: [], payment: null };
  expect(toJobDetailView(job, records)).toEqual({ ...toJobView(job), ...records });
});

describe('toJobColumns', () => {
  const content = {
    title: 'Roof',
    description: 'Two roofs',
    surveyType: 'Mapping',
    location: 'Austin, TX',
    budget: 0.57,
    deadline: '2030-06-30',
  } as const;

  it.each([
    ['2030-06-30', '2030-06-30T00:00:00.000Z', false],
    ['2030-06-30T15:30:00+02:00', '2030-06-30T13:30:00.000Z', true],
  ])('stores money in cents and the deadline %s', (deadline, at, deadlineHasTime) => {
    const columns = toJobColumns({ ...content, deadline });
    expect(columns).toMatchObject({ budgetCents: 57, deadline: new Date(at), deadlineHasTime });
  });

  it('writes nothing else of a body', () => {
    const body = { ...content, status: 'paid', clientId: 9, progress: 5 };
    expect(Object.keys(toJobColumns(body)).toSorted()).toEqual([
      'budgetCents',
      'deadline',
      'deadlineHasTime',
      'description',
      'location',
      'surveyType',
      'title',
    ]);
  });
});
