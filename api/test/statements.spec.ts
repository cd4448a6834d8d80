import { paths } from '@dps/contract';
import { TestClient } from './support/client.ts';
import { startPayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';
import { statementsDuring } from './support/statements.ts';
import { COSTS } from './statements/costs.ts';
import type { World } from './statements/world.ts';

let world: World;
beforeAll(async () => {
  const server = await startPayingServer();
  world = {
    server,
    owner: await createUser(server, 'client'),
    pilot: await createUser(server, 'pilot'),
    anonymous: new TestClient(server),
  };
});
afterAll(() => world.server.close());

it('has every route in the table', () => {
  const routes = world.server.routes.map(({ method, url }) => `${method} ${url}`);
  const served = routes.filter((route) => !route.startsWith('HEAD '));
  expect([...new Set(COSTS.map(({ route }) => route))].toSorted()).toEqual(served.toSorted());
});

describe('the SQL statements of', () => {
  it.each(COSTS.map((cost) => [cost.route, cost.when ?? 'a call', cost] as const))(
    '%s, %s',
    async (_route, _when, { statements, prepare }) => {
      const call = await prepare(world);
      let status = 0;
      const sent = await statementsDuring(async () => {
        ({ status } = await call());
      });
      expect(status).toBeLessThan(300);
      // Compare with the texts, so that a failure shows them.
      expect({ count: sent.length, texts: sent.map(({ text }) => text) }).toEqual({
        count: statements,
        texts: expect.anything(),
      });
    },
  );
});

describe('a list of 30 rows uses as many statements as a list of 1 row', () => {
  const POST_JOBS = `
    INSERT INTO jobs (title, description, survey_type, location, budget, client_id, pilot_id, deadline, deadline_has_time)
    SELECT 'Listed', 'Text', 'Mapping', 'Here', 100, $1, $2, now(), true FROM generate_series(1, 30)`;
  const LOG_FLIGHTS = `
    INSERT INTO flight_data (job_id, pilot_id, flight_number, duration)
    SELECT min(id), $1, 'FL-001', 5 FROM jobs, generate_series(1, 30) AS n WHERE pilot_id = $1 GROUP BY n`;
  const PAY_JOBS = `
    INSERT INTO payments (job_id, provider, status, amount, transaction_id)
    SELECT id, 'manual', 'completed', budget, 'manual:' || id FROM jobs WHERE pilot_id = $1`;
  let listClient: TestUser;
  let listPilot: TestUser;
  beforeAll(async () => {
    listClient = await createUser(world.server, 'client');
    listPilot = await createUser(world.server, 'pilot');
    await world.server.dataSource.query(POST_JOBS, [listClient.user.id, null]);
    await world.server.dataSource.query(POST_JOBS, [listClient.user.id, listPilot.user.id]);
    await world.server.dataSource.query(LOG_FLIGHTS, [listPilot.user.id]);
    await world.server.dataSource.query(PAY_JOBS, [listPilot.user.id]);
  });

  it.each<[string, () => TestUser, () => string]>([
    ['available jobs', () => listPilot, () => paths.availableJobs()],
    ["a pilot's jobs", () => listPilot, () => paths.pilotJobs(listPilot.user.id)],
    ["a client's jobs", () => listClient, () => paths.clientJobs(listClient.user.id)],
    ["a pilot's flights", () => listPilot, () => paths.pilotFlightRecords(listPilot.user.id)],
    ["a client's payments", () => listClient, () => paths.payments()],
  ])('%s', async (_list, reader, path) => {
    const costs: number[] = [];
    for (const limit of [1, 30]) {
      const sent = await statementsDuring(async () => {
        const { body } = await reader().client.get(`${path()}?limit=${limit}`);
        expect(body).toHaveLength(limit);
      });
      costs.push(sent.length);
    }
    expect(costs).toEqual([2, 2]);
  });
});
