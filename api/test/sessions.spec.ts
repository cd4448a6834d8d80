import { paths, userView } from '@dps/contract';
import { EXPIRED_SESSIONS } from '../src/modules/auth/session.entity.ts';
import { deleteExpired } from '../src/platform/housekeeping/expired-rows.ts';
import { expectError, expectView, TestClient } from './support/client.ts';
import { createUnconfirmedUser, createUser, signIn } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';
import { measureWork } from './support/measure-work.ts';

let server: TestServer;
let replica: TestServer;
beforeAll(async () => {
  server = await startServer();
  replica = await startServer({ databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await replica.close();
  await server.close();
});

const sql = <Row extends object>(statement: string, parameters: unknown[] = []) =>
  server.dataSource.query<Row[]>(statement, parameters);
const current = (client: TestClient) => client.get(paths.currentUser());

/** Sets a time of all sessions of a user, relative to now. */
const set = (userId: number, column: 'last_seen_at' | 'expires_at', fromNow: string) =>
  sql(`UPDATE sessions SET ${column} = now() + $1::interval WHERE user_id = $2`, [fromNow, userId]);

describe('a session', () => {
  it.each([
    ['last used a week ago', 'last_seen_at', '-7 days', 401],
    ['last used almost a week ago', 'last_seen_at', '-6 days -23 hours', 200],
    ['at its expiry', 'expires_at', '0 seconds', 401],
    ['before its expiry', 'expires_at', '1 hour', 200],
  ] as const)('%s: %s %s returns %d', async (_what, column, fromNow, status) => {
    const { user, client } = await createUser(server, 'client');
    await set(user.id, column, fromNow);
    expect((await current(client)).status).toBe(status);
  });

  it('expires after 30 days by the clock of the database', async () => {
    const { user } = await createUnconfirmedUser(server, 'client');
    const [row] = await sql<{ same: boolean }>(
      `SELECT expires_at = created_at + interval '30 days' AS same FROM sessions WHERE user_id = $1`,
      [user.id],
    );
    expect(row?.same).toBe(true);
  });

  it('is valid on every replica, and ends on every replica and with its user', async () => {
    const { user, client } = await createUser(server, 'client');
    const elsewhere = new TestClient(replica, client.cookie);
    expectView(await current(elsewhere), 200, userView);
    await client.post(paths.logout());
    expectError(await current(elsewhere), 401, 'unauthenticated');
    const second = await signIn(server, user.username);
    await sql('DELETE FROM users WHERE id = $1', [user.id]);
    expectError(await current(second), 401, 'unauthenticated');
    expectError(await second.post(paths.logout()), 401, 'unauthenticated');
  });

  it('ends as the least recently used when its user opens more than 100', async () => {
    const { user, client } = await createUser(server, 'client');
    await set(user.id, 'last_seen_at', '-2 days');
    await sql(
      `INSERT INTO sessions (token_hash, user_id, expires_at)
       SELECT sha256(('s' || n || $1)::bytea), $1::int, now() + interval '1 day' FROM generate_series(1, 99) n`,
      [user.id],
    );
    expect((await current(client)).status).toBe(200);
    await set(user.id, 'last_seen_at', '-2 days');
    await sql(`UPDATE sessions SET last_seen_at = now() - interval '3 days' WHERE token_hash = $1`, [
      await hashOf(client),
    ]);
    await signIn(server, user.username);
    expectError(await current(client), 401, 'unauthenticated');
    const [row] = await sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM sessions WHERE user_id = $1',
      [user.id],
    );
    expect(row?.count).toBe(100);
  });
});

async function hashOf(client: TestClient): Promise<Buffer> {
  const token = client.cookie?.split('=')[1];
  const [row] = await sql<{ hash: Buffer }>('SELECT sha256($1::text::bytea) AS hash', [token]);
  return row?.hash ?? Buffer.alloc(0);
}

describe('a cookie', () => {
  const TOKEN = 'A'.repeat(43);

  it('without a token is unauthenticated without a query', async () => {
    const cookies = [
      '',
      'dps_session=',
      'dps_session=%00',
      'dps_session=%E0%A4%A',
      `dps_session=${'é'.repeat(43)}`,
      `dps_session=${TOKEN}A`,
      `dps_session=${'A'.repeat(6000)}`,
      'a=1; '.repeat(1000),
      `x-dps_session=${TOKEN}`,
      `__Host-dps_session=${TOKEN}`,
      `dps_session=' OR 1=1 --`,
    ];
    for (const cookie of cookies) {
      const { statements } = await measureWork(async () => {
        expectError(await current(new TestClient(server, cookie)), 401, 'unauthenticated');
      });
      expect({ cookie, statements }).toEqual({ cookie, statements: [] });
    }
  });

  it('with an unknown token is unauthenticated', async () => {
    expectError(await current(new TestClient(server, `dps_session=${TOKEN}`)), 401, 'unauthenticated');
  });

  it('with a second token is unauthenticated', async () => {
    const { cookie } = (await createUser(server, 'client')).client;
    for (const cookies of [`dps_session=${TOKEN}; ${cookie}`, `${cookie}; dps_session=${TOKEN}`])
      expectError(await current(new TestClient(server, cookies)), 401, 'unauthenticated');
  });

  it('is accepted among other cookies and when it is repeated', async () => {
    const { client } = await createUser(server, 'client');
    const cookie = `theme=dark; ${client.cookie}; ${client.cookie}; _ga=GA1.2=x`;
    expectView(await current(new TestClient(server, cookie)), 200, userView);
  });
});

describe('the last-seen time of a session', () => {
  /** Records every update of a session row. */
  beforeAll(async () => {
    await sql('CREATE TABLE session_writes (user_id integer NOT NULL)');
    await sql(
      `CREATE FUNCTION record_session_write() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO session_writes VALUES (new.user_id); RETURN NULL; END $$`,
    );
    await sql(
      `CREATE TRIGGER record_session_write AFTER UPDATE ON sessions
       FOR EACH ROW EXECUTE FUNCTION record_session_write()`,
    );
  });

  const writes = async (userId: number) => {
    const [row] = await sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM session_writes WHERE user_id = $1',
      [userId],
    );
    return row?.count;
  };
  const resetWrites = (userId: number) => sql('DELETE FROM session_writes WHERE user_id = $1', [userId]);
  const waiting = async () => {
    const [row] = await sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return row?.count ?? 0;
  };
  const lastSeen = async (client: TestClient) => {
    const [row] = await sql<{ age: number }>(
      'SELECT extract(epoch FROM now() - last_seen_at)::int AS age FROM sessions WHERE token_hash = $1',
      [await hashOf(client)],
    );
    return row?.age ?? NaN;
  };

  it('[SECURE-6] is written once when two replicas write it at the same moment', async () => {
    const { user, client } = await createUser(server, 'client');
    await set(user.id, 'last_seen_at', '-1 hour');
    await resetWrites(user.id);
    const holder = server.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM sessions WHERE user_id = $1 FOR UPDATE', [user.id]);
    const responses = [current(client), current(new TestClient(replica, client.cookie))];
    // Both have read the session and wait to write it.
    while ((await waiting()) < 2);
    await holder.rollbackTransaction();
    await holder.release();
    for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
    expect(await writes(user.id)).toBe(1);
    expect(await lastSeen(client)).toBeLessThan(1800);
  });

  it('is not written again soon, nor soon after a write for another session of the user', async () => {
    const { user, client } = await createUser(server, 'client');
    const other = await signIn(server, user.username);
    await set(user.id, 'last_seen_at', '-9 minutes');
    await resetWrites(user.id);
    await current(client);
    expect(await writes(user.id)).toBe(0);

    await set(user.id, 'last_seen_at', '-1 hour');
    await current(new TestClient(replica, client.cookie));
    await resetWrites(user.id);
    await current(other);
    expect(await writes(user.id)).toBe(0);
  });

  it('of one session does not block later writes for other sessions', async () => {
    const { user, client: busy } = await createUser(server, 'client');
    const quiet = await signIn(server, user.username);
    await set(user.id, 'last_seen_at', '-6 days');
    await sql(`UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE token_hash = $1`, [
      await hashOf(busy),
    ]);
    await current(busy);
    await current(quiet);
    expect(await lastSeen(quiet)).toBeLessThan(86_400);
  });
});

describe('housekeeping', () => {
  const insertEnded = (userId: number, count: number) =>
    sql(
      `INSERT INTO sessions (token_hash, user_id, expires_at)
       SELECT sha256(('ended' || n || $1)::bytea), $1::int, now() - n * interval '1 second'
       FROM generate_series(1, $2::int) n`,
      [userId, count],
    );
  const left = async (userId: number) => {
    const rows = await sql<{ live: boolean }>(
      'SELECT expires_at > now() AS live FROM sessions WHERE user_id = $1 ORDER BY live',
      [userId],
    );
    return rows.map(({ live }) => live);
  };

  it('deletes only expired sessions and counters, in bounded batches', async () => {
    const { user, client } = await createUser(server, 'client');
    await insertEnded(user.id, 2500);
    await sql(
      `INSERT INTO rate_limits (key, hits, resets_at) VALUES ('expired', 1, now()), ('current', 1, now() + interval '1 h')`,
    );
    expect(await deleteExpired(server.dataSource, EXPIRED_SESSIONS, 2)).toBe(2000);
    await server.runNow('housekeeping');
    expect(await left(user.id)).toEqual([true]);
    expect((await current(client)).status).toBe(200);
    expect(await sql(`SELECT key FROM rate_limits WHERE key IN ('expired', 'current')`)).toEqual([
      { key: 'current' },
    ]);
  });

  it('skips locked rows', async () => {
    const { user } = await createUser(server, 'client');
    await insertEnded(user.id, 3);
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM sessions WHERE user_id = $1 AND expires_at < now() LIMIT 1 FOR UPDATE', [
      user.id,
    ]);
    await server.runNow('housekeeping');
    expect(await left(user.id)).toEqual([false, true]);
    await runner.rollbackTransaction();
    await runner.release();
  });
});
