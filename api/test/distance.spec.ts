import {
  availableJobsFacets,
  jobDetailView,
  jobListView,
  jobView,
  paths,
  pilotView,
  townListView,
  userView,
  type Coordinates,
  type JobView,
} from '@dps/contract';
import { expectError, expectView, type ApiResponse } from './support/client.ts';
import { acceptJob, jobBody, postJob } from './support/jobs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

const IN_AUSTIN = { latitude: 30.2672, longitude: -97.7431 };
const AUSTIN = { ...IN_AUSTIN, name: 'Austin, Texas, United States' };
const FIJI = { latitude: -18.1416, longitude: 178.4415 };

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

async function setBase({ client, user }: TestUser, base: Coordinates | null | undefined) {
  const { name, email } = user;
  const response = await client.put(paths.profile(), { name, email, base });
  return expectView(response, 200, userView).base;
}

const addressOf = (query: Record<string, string>) =>
  `${paths.availableJobs()}?${new URLSearchParams(query).toString()}`;
const jobsOf = (response: ApiResponse): JobView[] => expectView(response, 200, jobListView);
const search = async (query: Record<string, string>) => jobsOf(await pilot.client.get(addressOf(query)));
const titles = (jobs: readonly JobView[]) => jobs.map(({ title }) => title);

describe('the point of a job', () => {
  it('[PLACE-1] is the town of its location when it is posted, and in lists and details', async () => {
    const job = await postJob(owner, { location: 'Austin, TX' });
    expect(job.point).toEqual(AUSTIN);
    const detail = expectView(await owner.client.get(paths.job(job.id)), 200, jobDetailView);
    expect(detail.point).toEqual(AUSTIN);
    const [own] = jobsOf(await owner.client.get(paths.clientJobs(owner.user.id)));
    expect(own?.point).toEqual(AUSTIN);
  });

  it('[PLACE-1] follows a changed location, and is null for an unknown one', async () => {
    const job = await postJob(owner, { location: 'North quarry' });
    expect(job.point).toBeNull();
    const edit = async (body: object) =>
      expectView(await owner.client.put(paths.job(job.id), jobBody(body)), 200, jobView).point;
    expect(await edit({ location: 'Austin, TX' })).toEqual(AUSTIN);
    expect(await edit({ location: 'Austin, TX', title: 'Quarry' })).toEqual(AUSTIN);
    expect(await edit({ location: 'North quarry' })).toBeNull();
  });

  it('[PLACE-1] is the center of the area as long as the job has one', async () => {
    const corners = [
      [-97, 30],
      [-96.99, 30],
      [-96.99, 30.01002],
      [-97, 30.01002],
      [-97, 30],
    ];
    const area = { type: 'Polygon', coordinates: [corners] };
    // The cursor of the nearest first has four decimals.
    const center = { latitude: 30.005, longitude: -96.995, name: null };
    const job = await postJob(owner, { location: 'Austin, TX', area });
    expect(job.point).toEqual(center);
    const edit = async (body: object) =>
      expectView(await owner.client.put(paths.job(job.id), jobBody(body)), 200, jobView).point;
    expect(await edit({ location: 'Dallas, TX' })).toEqual(center);
    expect(await edit({ location: 'Austin, TX', area: null })).toEqual(AUSTIN);
  });
});

it('[PLACE-3] lists towns by the beginning of their names, or the town of a location, for both roles', async () => {
  for (const { client } of [owner, pilot]) {
    const [first, ...others] = expectView(
      await client.get(`${paths.towns()}?search=aust`),
      200,
      townListView,
    );
    expect(first).toEqual(AUSTIN);
    expect(others.length).toBeLessThan(10);
    expect(expectView(await client.get(paths.towns()), 200, townListView)).toEqual([]);
  }
  const townOf = async (location: string) =>
    expectView(
      await owner.client.get(`${paths.towns()}?${String(new URLSearchParams({ location }))}`),
      200,
      townListView,
    );
  expect(await townOf('1100 Congress Ave, Austin, TX 78701')).toEqual([AUSTIN]);
  expect(await townOf('North quarry')).toEqual([]);
  expectError(await pilot.client.get(`${paths.towns()}?search=${'x'.repeat(101)}`), 400, 'validation_failed');
});

it('[PLACE-6] lists the towns of a map, for both roles', async () => {
  for (const { client } of [owner, pilot]) {
    const within = async (bounds: string) => client.get(`${paths.towns()}?bounds=${bounds}`);
    const [first] = expectView(await within('-98.2,30,-97.3,30.6'), 200, townListView);
    expect(first).toEqual(AUSTIN);
    for (const wrong of ['-98.2,30,-97.3', 'a,b,c,d', '-98.2,30,-97.3,30.6,1'])
      expectError(await within(wrong), 400, 'validation_failed');
  }
});

describe('the base of a pilot', () => {
  it('[PLACE-4] is stored with four decimals and the town there, stays without the field, and is removed by null', async () => {
    const exact = { latitude: 30.267_15, longitude: -97.743_06 };
    expect(await setBase(pilot, exact)).toEqual(AUSTIN);
    expect(await setBase(pilot, undefined)).toEqual(AUSTIN);
    expect(await setBase(pilot, { latitude: 10, longitude: 20 })).toEqual({
      latitude: 10,
      longitude: 20,
      name: null,
    });
    expect(await setBase(pilot, null)).toBeNull();
  });

  it.each([
    [{ latitude: 90.1, longitude: 0 }, 'base.latitude'],
    [{ latitude: 0, longitude: -181 }, 'base.longitude'],
    [{ latitude: '1', longitude: 0 }, 'base.latitude'],
    [{ latitude: 1 }, 'base.longitude'],
    ['Austin', 'base'],
  ])('[PLACE-4] refuses %j', async (base, path) => {
    const { name, email } = pilot.user;
    const response = await pilot.client.put(paths.profile(), { name, email, base });
    expect(expectError(response, 400, 'validation_failed').errors?.map((error) => error.path)).toEqual([
      path,
    ]);
  });

  it('[PLACE-4] is ignored for a client', async () => {
    expect(await setBase(owner, IN_AUSTIN)).toBeNull();
  });

  it('[PLACE-5] is in no response to other users', async () => {
    const flown = await createUser(server, 'pilot');
    await setBase(flown, FIJI);
    const { id } = await postJob(owner);
    await acceptJob(flown, id);
    const { client } = owner;
    const pages = [
      paths.job(id),
      paths.clientJobs(owner.user.id),
      paths.pilot(flown.user.id),
      paths.jobEvents(id),
    ];
    for (const page of pages) {
      const { status, body } = await client.get(page);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('18.1416');
    }
    const card = expectView(await client.get(paths.pilot(flown.user.id)), 200, pilotView);
    expect(Object.keys(card).filter((name) => /base|distance|latitude/i.test(name))).toEqual([]);
  });
});

describe('distances of available jobs', () => {
  const JOBS = [
    ['Houston', 'Houston, TX', 147],
    ['Austin', 'Austin, TX', 0],
    ['Unknown', 'North quarry', null],
    ['Dallas', 'Dallas, TX', 182],
    ['Round Rock', 'Round Rock, TX', 17],
    ['Austin again', 'Austin, TX', 0],
    ['Lyon', 'Lyon, France', 5301],
  ] as const;
  const NEAREST = ['Austin again', 'Austin', 'Round Rock', 'Houston', 'Dallas', 'Lyon', 'Unknown'];

  beforeAll(async () => {
    await server.dataSource.query('DELETE FROM jobs WHERE pilot_id IS NULL');
    for (const [title, location] of JOBS) await postJob(owner, { title, location });
  });
  beforeEach(() => setBase(pilot, IN_AUSTIN));

  it('[BROWSE-31] states rounded miles from the base, and null without a point', async () => {
    const jobs = await search({});
    expect(jobs.map(({ title, distanceMiles }) => [title, distanceMiles])).toEqual(
      JOBS.map(([title, , miles]) => [title, miles]).toReversed(),
    );
    await setBase(pilot, null);
    for (const job of await search({})) expect(job).not.toHaveProperty('distanceMiles');
  });

  it.each<[string, string[]]>([
    ['1', ['Austin again', 'Austin']],
    ['18', ['Austin again', 'Round Rock', 'Austin']],
    ['150', ['Austin again', 'Round Rock', 'Austin', 'Houston']],
    ['12500', ['Lyon', 'Austin again', 'Round Rock', 'Dallas', 'Austin', 'Houston']],
  ])('[BROWSE-32] filters by %s miles', async (within, expected) => {
    expect(titles(await search({ within }))).toEqual(expected);
    const facets = await pilot.client.get(`${paths.availableJobsFacets()}?within=${within}`);
    expect(expectView(facets, 200, availableJobsFacets).found).toBe(expected.length);
  });

  it('[BROWSE-32] combines the distance with other filters and orders', async () => {
    expect(titles(await search({ within: '200', text: 'austin' }))).toEqual(['Austin again', 'Austin']);
    expect(titles(await search({ within: '150', sort: 'budget' }))).toHaveLength(4);
    expect(titles(await search({ within: '150', sort: 'distance' }))).toEqual(NEAREST.slice(0, 4));
  });

  it('[BROWSE-32] finds jobs over the date line and around a pole', async () => {
    await setBase(pilot, { latitude: -18.1416, longitude: -179.9 });
    const { id } = await postJob(owner, { title: 'Suva', location: 'Suva, Fiji' });
    expect(titles(await search({ within: '200' }))).toEqual(['Suva']);
    await setBase(pilot, { latitude: 89.99, longitude: -180 });
    expect(titles(await search({ within: '3100' }))).toEqual(['Lyon']);
    await owner.client.delete(paths.job(id));
  });

  it.each([1, 2, 3, 7])(
    '[BROWSE-33] pages of %d list the nearest jobs first, without a gap or a repeat',
    async (limit) => {
      const found: string[] = [];
      for (let address = addressOf({ sort: 'distance', limit: String(limit) }); address !== '';) {
        const response = await pilot.client.get(address);
        found.push(...titles(jobsOf(response)));
        address = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
      }
      expect(found).toEqual(NEAREST);
    },
  );

  it.each(['sort=distance', 'within=50'])('[BROWSE-34] refuses ?%s without a base', async (query) => {
    await setBase(pilot, null);
    const response = await pilot.client.get(`${paths.availableJobs()}?${query}`);
    const path = query.slice(0, query.indexOf('='));
    expect(expectError(response, 400, 'validation_failed').errors).toEqual([
      { path, message: 'Set the base in your profile first' },
    ]);
  });

  it.each(['within=0', 'within=12501', 'within=1.5', 'within=-1', 'within=x', 'sort=near'])(
    '[BROWSE-32] refuses ?%s',
    async (query) => {
      const response = await pilot.client.get(`${paths.availableJobs()}?${query}`);
      expectError(response, 400, 'validation_failed');
    },
  );
});
