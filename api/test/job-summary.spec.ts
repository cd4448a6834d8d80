import { jobSummaryView, paths, type JobStatus } from '@dps/contract';
import { expectError, expectView } from './support/client.ts';
import { acceptJob, jobIn, postJob } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
/** Ids of the jobs by title. */
const titles = new Map<number, string>();
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  const post = async (title: string, status: JobStatus, deadline: string, budget: number) => {
    const job = await jobIn(server, status, { owner, pilot }, { title, deadline, budget });
    titles.set(job.id, title);
  };
  await post('late', 'completed', '2030-05-01', 100.1);
  await post('early', 'completed', '2030-04-01', 200.2);
  await post('flying', 'in-progress', '2030-03-01', 50);
  await post('accepted', 'pending', '2030-02-01', 10);
  titles.set((await postJob(owner, { deadline: '2030-01-01', budget: 5 })).id, 'open');
  const other = await createUser(server, 'client');
  await acceptJob(pilot, (await postJob(other)).id);
});
afterAll(() => server.close());

async function summaryOf({ client }: TestUser, query = '') {
  return expectView(await client.get(`${paths.jobSummary()}${query}`), 200, jobSummaryView);
}

describe('the summary of the own jobs', () => {
  it('[CALL-33] has the number and the exact budget of the jobs by status', async () => {
    const { totals } = await summaryOf(owner);
    expect(totals.toSorted((one, other) => one.count - other.count || one.budget - other.budget)).toEqual([
      { status: 'in-progress', count: 1, budget: 50 },
      { status: 'pending', count: 2, budget: 15 },
      { status: 'completed', count: 2, budget: 300.3 },
    ]);
  });

  it("counts a pilot's accepted jobs of all clients", async () => {
    const { totals } = await summaryOf(pilot);
    expect(totals.find(({ status }) => status === 'pending')?.count).toBe(2);
  });

  it.each([
    ['', ['open', 'accepted', 'flying', 'early', 'late']],
    ['?order=next', ['early', 'late', 'flying', 'open', 'accepted']],
    ['?order=value', ['early', 'late', 'flying', 'accepted', 'open']],
    ['?order=status', ['open', 'accepted', 'flying', 'early', 'late']],
    ['?order=deadline', ['open', 'accepted', 'flying', 'early', 'late']],
    ['?order=deadline&deadlineFrom=2030-03-01', ['flying', 'early', 'late']],
    ['?status=completed&limit=1', ['early']],
  ])('[CALL-33] begins with the first jobs of %s', async (query, expected) => {
    const { first } = await summaryOf(owner, query);
    expect(first.map(({ id }) => titles.get(id))).toEqual(expected);
  });

  it("starts with a pilot's next steps", async () => {
    const { first } = await summaryOf(pilot, '?order=next&limit=1');
    expect(first.map(({ id }) => titles.get(id))).toEqual(['flying']);
  });

  it('has no totals and no jobs for a new user', async () => {
    expect(await summaryOf(await createUser(server, 'pilot'))).toEqual({ totals: [], first: [] });
  });

  it.each(['order=oldest', 'status=open', 'deadlineFrom=2030-02-31', 'limit=51', 'limit=0', 'after=1'])(
    'refuses ?%s',
    async (query) => {
      expectError(await owner.client.get(`${paths.jobSummary()}?${query}`), 400, 'validation_failed');
    },
  );
});
