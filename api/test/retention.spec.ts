import { paths, RETENTION } from '@dps/contract';
import { Housekeeping } from '../src/platform/housekeeping/housekeeping.ts';
import { jobIn, postJob } from './support/jobs.ts';
import { startPersonalDataServer, type PersonalDataServer } from './support/personal-data.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PersonalDataServer;
let housekeeping: Housekeeping | undefined;
beforeAll(async () => {
  server = await startPersonalDataServer((app) => {
    housekeeping = app.get(Housekeeping);
  });
});
afterAll(() => server.close());

/** Runs all housekeeping. */
async function clean(): Promise<void> {
  await housekeeping?.clean();
  await server.deleteAccounts();
}

/** One row of each kind: an old one is a minute beyond its time, a new one a minute before. */
const ROWS: Readonly<Record<string, { insert: string; kept: string; left: string }>> = {
  mails: {
    insert: `INSERT INTO outgoing_mails (kind, address, created_at) VALUES ('password-reset', $1, $2)`,
    kept: RETENTION.mails,
    left: 'SELECT FROM outgoing_mails WHERE address = $1',
  },
  'audit events': {
    insert: `INSERT INTO audit_events (actor, action, subject, after, at) VALUES ('x', 'x', $1, '{}', $2)`,
    kept: RETENTION.auditTrail,
    left: 'SELECT FROM audit_events WHERE subject = $1',
  },
  'provider events': {
    insert: `INSERT INTO provider_events (event_id, type, received_at) VALUES ($1, 'x', $2)`,
    kept: RETENTION.providerEvents,
    left: 'SELECT FROM provider_events WHERE event_id = $1',
  },
  devices: {
    insert: `INSERT INTO known_devices (hash, user_id, used_at) SELECT convert_to($1, 'UTF8'), min(id), $2 FROM users`,
    kept: RETENTION.devices,
    left: `SELECT FROM known_devices WHERE hash = convert_to($1, 'UTF8')`,
  },
  'events of withdrawn jobs': {
    insert: `INSERT INTO job_events (job_id, kind, at, before)
      SELECT abs(hashtext($1)), kind, $2::timestamptz, '{}' FROM unnest(ARRAY['posted', 'withdrawn']) AS kind`,
    kept: RETENTION.withdrawnJobs,
    left: 'SELECT FROM job_events WHERE job_id = abs(hashtext($1))',
  },
};

describe('housekeeping', () => {
  it.each(Object.entries(ROWS))(
    '[SECURE-27, DATA-24] deletes %s when their time is over, and not before',
    async (kind, rows) => {
      await createUser(server, 'client');
      for (const [name, margin] of [['old', '-1 minute'] as const, ['new', '1 minute'] as const]) {
        const at = await server.dataSource.query<{ at: Date }[]>(
          'SELECT now() - $1::interval + $2::interval AS at',
          [rows.kept, margin],
        );
        await server.dataSource.query(rows.insert, [`${kind} ${name}`, at[0]?.at]);
      }
      await clean();
      const left = async (name: string) =>
        (await server.dataSource.query<object[]>(rows.left, [`${kind} ${name}`])).length;
      expect(await left('old')).toBe(0);
      expect(await left('new')).toBeGreaterThan(0);
    },
  );

  it('[DATA-24] deletes expired exports with their parts', async () => {
    const { client, user } = await createUser(server, 'client');
    await client.proved.post(paths.dataExport());
    await server.makeExports();
    await server.dataSource.query('UPDATE data_exports SET expires_at = now() WHERE user_id = $1', [user.id]);
    await clean();
    expect(
      await server.dataSource.query('SELECT FROM data_exports WHERE user_id = $1', [user.id]),
    ).toHaveLength(0);
  });
});

describe('a job whose parties have deleted their accounts', () => {
  const deleted = async (...users: TestUser[]) => {
    const ids = users.map(({ user }) => user.id);
    await server.dataSource.query('UPDATE users SET deleted_at = now() WHERE id = ANY($1)', [ids]);
  };
  const age = (id: number, days: number) =>
    server.dataSource.query(
      `UPDATE jobs SET updated_at = now() - interval '${RETENTION.jobs}' - interval '1 day' * $2 WHERE id = $1`,
      [id, days],
    );
  const isLeft = async (id: number): Promise<boolean> =>
    (await server.dataSource.query<object[]>('SELECT FROM jobs WHERE id = $1', [id])).length === 1;

  it('[DATA-25] is deleted with its payments and flights after its time', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    await pilot.client.post(paths.flightRecords(), { jobId: id, flightNumber: 'FL-9', duration: 5 });
    await pilot.client.patch(paths.job(id), { status: 'paid' });
    const recent = await jobIn(server, 'paid', { owner, pilot });
    await age(id, 1);
    await age(recent.id, -1);
    await deleted(owner);
    await clean();
    expect(await isLeft(id)).toBe(true);
    await deleted(pilot);
    await clean();
    expect([await isLeft(id), await isLeft(recent.id)]).toEqual([false, true]);
  });

  it('[DATA-25] remains while a living pilot has a flight of it', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await postJob(owner);
    await server.dataSource.query(
      `INSERT INTO flight_data (job_id, pilot_id, flight_number, duration) VALUES ($1, $2, 'FL-1', 5)`,
      [id, pilot.user.id],
    );
    await age(id, 1);
    await deleted(owner);
    await clean();
    expect(await isLeft(id)).toBe(true);
  });
});

it('refuses to delete events of existing jobs', async () => {
  const { id } = await postJob(await createUser(server, 'client'));
  await expect(server.dataSource.query('DELETE FROM job_events WHERE job_id = $1', [id])).rejects.toThrow(
    'job_events is append-only',
  );
});
