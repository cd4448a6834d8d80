import { availableJobsFacets, COUNTED_JOBS, jobListView, paths, type JobView } from '@dps/contract';
import { type ApiResponse, expectError, expectView } from './support/client.ts';
import { acceptJob, postJob } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

const addressOf = (filter: Record<string, string>) =>
  `${paths.availableJobs()}?${new URLSearchParams(filter).toString()}`;
const facetsOf = async (filter: Record<string, string>) => {
  const response = await pilot.client.get(
    `${paths.availableJobsFacets()}?${new URLSearchParams(filter).toString()}`,
  );
  return expectView(response, 200, availableJobsFacets);
};
const jobsOf = (response: ApiResponse): JobView[] => expectView(response, 200, jobListView);
const nextOf = (response: ApiResponse) => /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];

describe('[CALL-10] a filter on available jobs', () => {
  beforeAll(async () => {
    const jobs = [
      {
        title: 'Roof survey',
        description: 'Two flat roofs',
        location: 'Austin, TX',
        surveyType: 'Site Survey',
        budget: 100,
        deadline: '2030-01-01',
      },
      {
        title: 'Field',
        description: '100% maize',
        location: 'Zürich',
        surveyType: 'Crop Analysis',
        budget: 250.5,
        deadline: '2030-01-02T23:59:59.999Z',
      },
      {
        title: 'Bridge',
        description: 'The roofline, too',
        location: 'Boise, ID',
        surveyType: 'Infrastructure',
        budget: 250.51,
        deadline: '2030-01-03',
      },
      {
        title: 'Dam_wall \\ east',
        description: 'Concrete',
        location: 'Reno, NV',
        surveyType: 'Infrastructure',
        budget: 999_999.99,
        deadline: '2030-01-02T23:30:00-02:00',
      },
    ];
    for (const job of jobs) await postJob(owner, job);
    await acceptJob(pilot, (await postJob(owner, { ...jobs[0], title: 'Accepted roof' })).id);
  });

  const ROOF = 'Roof survey';
  const FIELD = 'Field';
  const BRIDGE = 'Bridge';
  const DAM = 'Dam_wall \\ east';
  const ALL = [DAM, BRIDGE, FIELD, ROOF];

  it.each<[Record<string, string>, string[]]>([
    [{}, ALL],
    [{ text: ' ROOF ' }, [BRIDGE, ROOF]],
    [{ text: 'ZÜRICH' }, [FIELD]],
    [{ text: 'boise, id' }, [BRIDGE]],
    [{ text: 'two survey' }, [ROOF]],
    [{ text: 'roof field' }, []],
    [{ text: '100%' }, [FIELD]],
    [{ text: `' DROP TABLE jobs --` }, []],
    [{ text: 'site surv' }, [ROOF]],
    // Words of one and two characters begin a word.
    [{ text: 'RO' }, [BRIDGE, ROOF]],
    [{ text: 'of' }, []],
    [{ text: 'ü' }, []],
    [{ text: 'zü' }, [FIELD]],
    [{ text: 'ea' }, [DAM]],
    [{ text: 'yT' }, []],
    [{ text: '%' }, ALL],
    [{ text: 'nv', surveyType: 'Infrastructure' }, [DAM]],
    [{ surveyType: 'Infrastructure' }, [DAM, BRIDGE]],
    [{ minBudget: '250.51' }, [DAM, BRIDGE]],
    [{ maxBudget: '250.50' }, [FIELD, ROOF]],
    [{ deadlineFrom: '2030-01-02' }, [DAM, BRIDGE, FIELD]],
    [{ deadlineFrom: '2030-01-03', deadlineTo: '2030-01-03' }, [DAM, BRIDGE]],
    [{ deadlineTo: '2030-01-02' }, [FIELD, ROOF]],
    [{ deadlineFrom: '0001-01-01', deadlineTo: '9999-12-31' }, ALL],
    [
      {
        text: 'roof',
        surveyType: 'Site Survey',
        minBudget: '100',
        maxBudget: '100',
        deadlineFrom: '2030-01-01',
        deadlineTo: '2030-01-01',
      },
      [ROOF],
    ],
  ])('%j', async (filter, titles) => {
    const jobs = jobsOf(await pilot.client.get(addressOf(filter)));
    expect(jobs.map(({ title }) => title)).toEqual(titles);
    const surveyTypes = ['Site Survey', 'Crop Analysis', 'Infrastructure'];
    expect(await facetsOf(filter)).toEqual({ found: titles.length, more: false, surveyTypes });
  });

  it.each<[string, string]>([
    ['text=%00', 'text'],
    [`text=${'x'.repeat(201)}`, 'text'],
    ['text=a&text=b', 'text'],
    ['surveyType=Selfie', 'surveyType'],
    ['minBudget=1,000', 'minBudget'],
    ['minBudget=1000000', 'minBudget'],
    ['maxBudget=-0.01', 'maxBudget'],
    ['minBudget=2&maxBudget=1.99', 'maxBudget'],
    ['deadlineFrom=2030-01-01T00:00:00Z', 'deadlineFrom'],
    ['deadlineTo=2029-02-29', 'deadlineTo'],
    ['deadlineFrom=2030-01-02&deadlineTo=2030-01-01', 'deadlineTo'],
    ['after=2147483648&text=a', 'after'],
  ])('refuses ?%s with the field of the error', async (query, path) => {
    const response = await pilot.client.get(`${paths.availableJobs()}?${query}`);
    const { errors } = expectError(response, 400, 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual([path]);
    const facets = await pilot.client.get(`${paths.availableJobsFacets()}?${query}`);
    expectError(facets, 400, 'validation_failed');
  });

  it.each(['status=pending', 'text[a]=b'])('refuses the unknown ?%s', async (query) => {
    expectError(await pilot.client.get(`${paths.availableJobs()}?${query}`), 400, 'validation_failed');
  });
});

describe('pages of a filter', () => {
  const POST_MANY = `
    INSERT INTO jobs (title, description, survey_type, location, budget, client_id, deadline, deadline_has_time)
    SELECT 'Pit ' || n, 'Volume', CASE WHEN n % 3 = 0 THEN 'Mapping' ELSE 'Environmental' END, 'Elko, NV', n * 100, $1,
      '2031-01-01', false
    FROM generate_series(1, 60) AS n RETURNING id, title, survey_type AS "surveyType"`;
  const filter = { text: 'pit ', surveyType: 'Mapping', minBudget: '6', deadlineFrom: '2031-01-01' };

  it('neither skip nor repeat a job while jobs are posted and accepted', async () => {
    const posted = await server.dataSource.query<{ id: number; title: string; surveyType: string }[]>(
      POST_MANY,
      [owner.user.id],
    );
    const fitting = posted.filter(({ surveyType }) => surveyType === 'Mapping').map(({ id }) => id);
    const expected = fitting.slice(1).toReversed();
    const acceptedLater = expected[10] ?? 0;
    const seen: number[] = [];
    let next: string | undefined = addressOf({ ...filter, limit: '4' });
    while (next) {
      const response = await pilot.client.get(next);
      seen.push(...jobsOf(response).map(({ id }) => id));
      next = nextOf(response);
      if (seen.length !== 4) continue;
      await postJob(owner, { title: 'Pit 61', surveyType: 'Mapping', deadline: '2031-01-01' });
      await acceptJob(pilot, seen[1] ?? 0);
      await acceptJob(pilot, acceptedLater);
    }
    expect(seen).toEqual(expected.filter((id) => id !== acceptedLater));
  });
});

it('[CALL-47] counts the jobs of a filter up to 500', async () => {
  const post = `INSERT INTO jobs (title, description, survey_type, location, budget, client_id, deadline, deadline_has_time)
    SELECT 'Levee', 'Crest', 'Mapping', 'Yolo, CA', 500, $1, '2031-01-01', false FROM generate_series(1, $2)`;
  const count = async () => {
    const { found, more } = await facetsOf({ text: 'levee' });
    return { found, more };
  };
  await server.dataSource.query(post, [owner.user.id, COUNTED_JOBS]);
  expect(await count()).toEqual({ found: 500, more: false });
  await server.dataSource.query(post, [owner.user.id, 1]);
  expect(await count()).toEqual({ found: 500, more: true });
});

describe('[BROWSE-20] available jobs in another order', () => {
  const content = [
    { deadline: '2031-01-02', budget: 300 },
    { deadline: '2031-01-01', budget: 100 },
    { deadline: '2031-01-02', budget: 300.5 },
    { deadline: '2031-01-01T10:00:00.000Z', budget: 300 },
    { deadline: '2031-01-03', budget: 200 },
  ];
  const word = 'Zorbium';
  const ids: number[] = [];
  beforeAll(async () => {
    const client = await createUser(server, 'client');
    for (const each of content) ids.push((await postJob(client, { ...each, title: word })).id);
  });

  it.each([
    ['deadline', [1, 3, 0, 2, 4]],
    ['budget', [2, 3, 0, 4, 1]],
  ])('%s, page by page, with the id for equal values', async (sort, expected) => {
    const read: number[] = [];
    let next: string | undefined = addressOf({ text: word, sort, limit: '2' });
    while (next !== undefined) {
      const response: ApiResponse = await pilot.client.get(next);
      read.push(...jobsOf(response).map(({ id }) => id));
      next = nextOf(response);
    }
    expect(read).toEqual(expected.map((index) => ids[index]));
  });

  it.each(['17', '1-', 'x-17', '1-2-3', '-17', '1-0'])('a wrong cursor %s is 400', async (after) => {
    expectError(await pilot.client.get(addressOf({ sort: 'deadline', after })), 400, 'validation_failed');
  });

  it('a cursor of another order is 400 for the newest jobs', async () => {
    expectError(await pilot.client.get(addressOf({ after: '100-17' })), 400, 'validation_failed');
  });
});

it('[CALL-52] counts the jobs of the client of each available job up to 20, by any order and filter', async () => {
  const clientOf = async (posted: number, paid: number) => {
    const client = await createUser(server, 'client');
    const jobs = [];
    for (let n = 0; n < posted; n += 1) jobs.push(await postJob(client));
    await server.dataSource.query(
      `UPDATE jobs SET status = 'paid', pilot_id = $1 WHERE id IN (SELECT id FROM jobs WHERE client_id = $2 ORDER BY id LIMIT $3)`,
      [pilot.user.id, client.user.id, paid],
    );
    return client.user.id;
  };
  const [many, few, alone] = [await clientOf(22, 21), await clientOf(3, 2), await clientOf(1, 0)];
  for (const query of ['', '?sort=budget', '?surveyType=Property+Inspection', '?text=roof']) {
    const open = jobsOf(await pilot.client.get(`${paths.availableJobs()}${query}`));
    const clients = new Map(open.map(({ clientId, clientJobs }) => [clientId, clientJobs]));
    expect([many, few, alone].map((id) => clients.get(id))).toEqual([
      { posted: 20, paid: 20 },
      { posted: 3, paid: 2 },
      { posted: 1, paid: 0 },
    ]);
  }
});
