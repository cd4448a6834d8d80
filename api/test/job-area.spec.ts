import { jobDetailView, jobEventListView, jobListView, jobView, paths, type JobArea } from '@dps/contract';
import { expectError, expectView } from './support/client.ts';
import { acceptJob, jobBody, postJob } from './support/jobs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;

beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

type Ring = [number, number][];
const square = (west: number, side = 0.003): Ring => [
  [west, 30.266],
  [west + side, 30.266],
  [west + side, 30.266 + side],
  [west, 30.266 + side],
  [west, 30.266],
];
const FIELD: JobArea = {
  type: 'Polygon',
  coordinates: [square(-97.745), square(-97.744, 0.001).map(([x, y]) => [x, y + 0.001])],
};
const MOVED: JobArea = { type: 'MultiPolygon', coordinates: [[square(-97.74)], [square(-97.73)]] };

const read = async (user: TestUser, id: number) =>
  expectView(await user.client.get(paths.job(id)), 200, jobDetailView);
const edit = async (id: number, changes: object) =>
  expectView(await owner.client.put(paths.job(id), jobBody(changes)), 200, jobView);

describe('the area of a job', () => {
  it('[AREA-1, AREA-6] is in the detail, and lists have its size', async () => {
    const posted = await postJob(owner, { area: FIELD });
    expect(posted).not.toHaveProperty('area');
    expect(posted.areaSquareMeters).toBe(85_339);
    expect(await read(pilot, posted.id)).toMatchObject({ area: FIELD, areaSquareMeters: 85_339 });
    const lists = [paths.availableJobs(), paths.clientJobs(owner.user.id)];
    for (const [index, user] of [pilot, owner].entries()) {
      const jobs = expectView(await user.client.get(lists[index] ?? ''), 200, jobListView);
      const listed = jobs.find(({ id }) => id === posted.id);
      expect(listed).toMatchObject({ areaSquareMeters: 85_339 });
      expect(listed).not.toHaveProperty('area');
    }
    const without = await postJob(owner);
    expect(await read(owner, without.id)).toMatchObject({ area: null, areaSquareMeters: null });
  });

  it('[AREA-7] remains in an edit without it, and is removed by null', async () => {
    const { id } = await postJob(owner, { area: FIELD });
    expect(await edit(id, { title: 'Other title' })).toMatchObject({ areaSquareMeters: 85_339 });
    expect(await edit(id, { area: MOVED })).toMatchObject({ areaSquareMeters: 192_013 });
    expect((await read(owner, id)).area).toEqual(MOVED);
    expect(await edit(id, { area: null })).toMatchObject({ areaSquareMeters: null });
    expect((await read(owner, id)).area).toBeNull();
    expectError(await owner.client.put(paths.job(id), { area: FIELD }), 400, 'validation_failed');
  });

  it.each<[string, unknown, string]>([
    [
      'a bow tie',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [0.01, 0.01],
            [0.01, 0],
            [0, 0.01],
            [0, 0],
          ],
        ],
      },
      'Vertex 3 of ring 1 starts a line that crosses or touches the line from vertex 1 of ring 1',
    ],
    [
      'another geometry',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
      'Expected a GeoJSON Polygon or MultiPolygon with longitudes and latitudes',
    ],
    [
      'further members',
      { ...FIELD, bbox: [0, 0, 1, 1] },
      'Expected a GeoJSON Polygon or MultiPolygon with longitudes and latitudes',
    ],
    [
      'a text',
      'POLYGON ((0 0, 1 0, 1 1, 0 0))',
      'Expected a GeoJSON Polygon or MultiPolygon with longitudes and latitudes',
    ],
  ])('[AREA-3] refuses %s with a message for the field', async (_what, area, message) => {
    const response = await owner.client.post(paths.jobs(), jobBody({ area }));
    expectError(response, 400, 'validation_failed');
    expect(response.body).toMatchObject({ errors: [{ path: 'area', message }] });
  });

  it('[AREA-2] has up to 10 rings of 500 vertices with all digits', async () => {
    const circle = (center: number): Ring =>
      Array.from({ length: 501 }, (_, index) => {
        const angle = (2 * Math.PI * (index % 500)) / 500;
        return [center + Math.cos(angle) / 300, 10 + Math.sin(angle) / 300];
      });
    const area = {
      type: 'MultiPolygon',
      coordinates: Array.from({ length: 10 }, (_, index) => [circle(index / 100)]),
    };
    const { id } = await postJob(owner, { area });
    expect((await read(owner, id)).area).toEqual(area);
  });
});

describe('a change of the area after the acceptance', () => {
  it('[AREA-8, NOTE-17] changes the terms, until it is changed back', async () => {
    const { id } = await postJob(owner, { area: FIELD });
    await acceptJob(pilot, id);
    await edit(id, { area: FIELD });
    expect(await read(pilot, id)).toMatchObject({ termsChangedAt: null, acceptedTerms: null });
    await edit(id, { area: MOVED });
    const { acceptedTerms, termsChangedAt } = await read(pilot, id);
    expect(termsChangedAt).not.toBeNull();
    const figures = { squareMeters: 85_339, widthMeters: 289, heightMeters: 333 };
    const accepted = { ...figures, longitude: -97.7435, latitude: 30.2675 };
    expect(acceptedTerms).toEqual({ area: accepted });
    const [newest] = expectView(await pilot.client.get(paths.jobEvents(id)), 200, jobEventListView);
    expect(newest).toMatchObject({
      kind: 'edited',
      before: { area: accepted },
      after: { area: { squareMeters: 192_013 } },
    });
    await edit(id, { area: FIELD });
    expect((await read(pilot, id)).acceptedTerms).toBeNull();
    await edit(id, { area: null });
    expect((await read(pilot, id)).acceptedTerms).toEqual({ area: accepted });
  });

  it('[AREA-8] names that there was no area', async () => {
    const { id } = await postJob(owner);
    await acceptJob(pilot, id);
    await edit(id, { area: FIELD });
    expect((await read(pilot, id)).acceptedTerms).toEqual({ area: null });
  });
});
