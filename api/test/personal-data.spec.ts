import { randomBytes } from 'node:crypto';
import {
  attachmentView,
  UPLOAD_PART_BYTES,
  exportView,
  type ExportView,
  paths,
  questionView,
  RETENTION,
} from '@dps/contract';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { expectError, expectSince, expectView } from './support/client.ts';
import { deliver } from './support/deliverables.ts';
import { addLoggedFlight, logOf } from './support/flight-logs.ts';
import { PDF, png, upload } from './support/files.ts';
import { acceptJob, jobIn, postJob, storeQuestion } from './support/jobs.ts';
import {
  downloadExport,
  type PersonalDataServer,
  startPersonalDataServer,
  unzip,
} from './support/personal-data.ts';
import { expectLimited, fill, hitsOf } from './support/rate-limits.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PersonalDataServer;
beforeAll(async () => {
  server = await startPersonalDataServer();
});
afterAll(() => server.close());

const read = async ({ client }: TestUser): Promise<ExportView> =>
  expectView(await client.get(paths.dataExport()), 200, exportView);
const request = async ({ client }: TestUser): Promise<ExportView> =>
  expectView(await client.proved.post(paths.dataExport()), 202, exportView);

async function filesOf(user: TestUser): Promise<Record<string, Buffer>> {
  await request(user);
  await server.makeExports();
  expect((await read(user)).state).toBe('ready');
  return unzip((await downloadExport(server, user)).content);
}
const jsonOf = (files: Record<string, Buffer>, name: string): unknown =>
  JSON.parse(String(files[`${name}.json`]));

/** Interrupts the attempt that is due, as the end of a process does, after it has stored a part. */
async function interruptExport({ user }: TestUser): Promise<void> {
  await server.dataSource.query(
    `WITH begun AS (
      UPDATE data_exports SET attempts = attempts + 1 WHERE user_id = $1 RETURNING id
    )
    INSERT INTO data_export_parts SELECT id, 1, 3, 'database', gen_random_uuid(), '\\x00' FROM begun
      ON CONFLICT DO NOTHING`,
    [user.id],
  );
}

describe('the export of the own data', () => {
  it('[DATA-10] has the rows and the files of a client, and nothing of others', async () => {
    const [client, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const other = await createUser(server, 'client');
    await postJob(other, { title: 'Of another client' });
    const { id } = await postJob(client, { title: 'Roof of the mill' });
    expectView(await client.client.post(paths.attachments(id), upload()), 201, attachmentView);
    await acceptJob(pilot, id);
    const image = `data:image/png;base64,${(await png(8, 8)).toString('base64')}`;
    await client.client.post(paths.profileImage(), { imageData: image });

    const files = await filesOf(client);
    expect(jsonOf(files, 'users')).toMatchObject([
      { id: client.user.id, username: client.user.username, email: client.user.email, role: 'client' },
    ]);
    expect(jsonOf(files, 'jobs')).toMatchObject([{ id, title: 'Roof of the mill', pilot_id: pilot.user.id }]);
    expect(jsonOf(files, 'sessions')).toHaveLength(1);
    expect(jsonOf(files, 'job_events')).toMatchObject([{ kind: 'posted' }, { kind: 'file-added' }]);
    expect(jsonOf(files, 'audit_events')).toMatchObject([
      { action: 'account.created' },
      { action: 'account.export-requested' },
    ]);
    expect(jsonOf(files, 'flight_data')).toEqual([]);
    const attached = Object.keys(files).find((path) => path.startsWith('files/attachments/'));
    expect(files[attached ?? '']).toEqual(PDF);
    expect(files['files/picture.webp']?.subarray(8, 12).toString()).toBe('WEBP');
    expect(String(files['README.txt'])).toContain('jobs.json: The jobs that you have posted or accepted.');
    const all = Object.values(files).join('');
    expect(all).not.toContain('Of another client');
    expect(all).not.toContain(pilot.user.email);
    expect(all).not.toContain('argon2id');
    expect(all).not.toContain(client.client.cookie?.split('=')[1]);
  });

  it('[DATA-10] has the flights, logs, tracks and deliverables of a pilot', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    const log = logOf();
    await addLoggedFlight(server, pilot, id, log);
    await deliver(pilot, id, PDF, 'übersicht.pdf');
    const files = await filesOf(pilot);
    expect(jsonOf(files, 'flight_data')).toMatchObject([{ job_id: id, flight_number: 'FL-001' }]);
    expect(jsonOf(files, 'flight_tracks')).toHaveLength(1);
    const delivered = Object.keys(files).find((path) => path.startsWith('files/deliverables/'));
    expect(delivered).toMatch(/\d+-übersicht\.pdf$/);
    expect(files[delivered ?? '']).toEqual(PDF);
    const logged = Object.keys(files).find((path) => path.startsWith('files/flight-logs/'));
    expect(files[logged ?? '']).toEqual(log);
  });

  it('[DATA-10] has the questions of a pilot, and of a client those with an answer, without the pilot', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await postJob(owner);
    const text = 'Where is the gate?';
    const asked = await pilot.client.post(paths.questions(id), { text });
    await storeQuestion(server, id, (await createUser(server, 'pilot')).user.id);
    const question = expectView(asked, 201, questionView);
    expectView(await owner.client.put(paths.answer(id, question.id), { text: 'Here.' }), 200, questionView);
    const exported = { id: question.id, job_id: id, text, answer: 'Here.' };
    for (const user of [owner, pilot]) {
      const rows = jsonOf(await filesOf(user), 'job_questions');
      expect(rows).toEqual([{ ...exported, asked_at: expect.anything(), answered_at: expect.anything() }]);
    }
  });

  it('[DATA-14] reads all pages of a long table, lists lost files and is made without them', async () => {
    const client = await createUser(server, 'client');
    const { id } = await postJob(client);
    await client.client.post(paths.attachments(id), upload());
    await server.dataSource.query(
      `DELETE FROM content_parts WHERE content_key IN
        (SELECT content_key FROM job_file_parts JOIN job_files ON id = file_id WHERE job_id = $1)`,
      [id],
    );
    await server.dataSource.query(
      `INSERT INTO jobs (title, description, survey_type, location, budget, client_id, deadline, deadline_has_time)
      SELECT 'Job ' || n, 'Text', 'Mapping', 'Here', 100, $1, now(), true FROM generate_series(1, 101) AS n`,
      [client.user.id],
    );
    const files = await filesOf(client);
    expect(jsonOf(files, 'jobs')).toHaveLength(102);
    expect(jsonOf(files, 'lost-files')).toEqual([expect.stringMatching(/^files\/attachments\/\d+-/)]);
  });

  it('[DATA-12, DATA-26] is mailed with a link to a page, and without a token', async () => {
    const user = await createUser(server, 'pilot');
    const began = Date.now();
    expect(await read(user)).toEqual({ state: 'none', requestedAt: null, readyUntil: null, size: null });
    expect(await request(user)).toMatchObject({ state: 'making', readyUntil: null });
    expect(await server.mailsTo(user.user.email)).toEqual([]);
    await server.makeExports();
    const [mail] = await server.mailsTo(user.user.email);
    expect(mail?.subject).toBe('Your data is ready to download');
    expect(mail?.text).toMatch(/http:\/\/localhost:4200\/your-data\n/);
    const ready = await read(user);
    expectSince(began, new Date(Date.parse(ready.readyUntil ?? '') - 7 * 86_400_000).toISOString());
    const { status, headers, content } = await downloadExport(server, user);
    expect(status).toBe(200);
    expect(content).toHaveLength(ready.size ?? 0);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="drone-pilot-surveys-/);
  });

  it('[DATA-13] is one at a time, and a new one replaces the file', async () => {
    const user = await createUser(server, 'client');
    const first = await request(user);
    expect(await request(user)).toEqual(first);
    await server.makeExports();
    expect(await server.mailsTo(user.user.email)).toHaveLength(1);
    await request(user);
    expectError(await user.client.get(paths.exportFile()), 404, 'not_found');
    await server.makeExports();
    expect((await downloadExport(server, user)).status).toBe(200);
    const [row] = await server.dataSource.query<{ contents: number }[]>(
      `SELECT count(*)::int AS contents FROM data_exports JOIN data_export_parts ON export_id = id
      WHERE user_id = $1`,
      [user.user.id],
    );
    expect(row?.contents).toBe(1);
  });

  it('[DATA-11] is stored in parts, and continues an interrupted download', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    const large = Buffer.concat([PDF, randomBytes(UPLOAD_PART_BYTES)]);
    await deliver(pilot, id, large);
    const files = await filesOf(pilot);
    const delivered = Object.keys(files).find((path) => path.startsWith('files/deliverables/'));
    expect(files[delivered ?? '']?.equals(large)).toBe(true);
    const { size } = await read(pilot);
    const range = `bytes=${UPLOAD_PART_BYTES - 5}-${UPLOAD_PART_BYTES + 4}`;
    const part = await pilot.client.send('GET', paths.exportFile(), undefined, { range });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`${range.replace('=', ' ')}/${size}`);
  });

  it('[DATA-13] is limited to five a day', async () => {
    const user = await createUser(server, 'client');
    const key = limitKey('request-export:account', user.user.id, 86_400);
    await request(user);
    expect(await hitsOf(server, key)).toBe(1);
    // The servers of tests multiply the limits by a thousand.
    await fill(server, key, 5000, '1 day');
    expectLimited(await user.client.proved.post(paths.dataExport()));
  });

  it('[DATA-11] is made again from its start after the end of a process, and fails after three attempts', async () => {
    const user = await createUser(server, 'client');
    await request(user);
    await interruptExport(user);
    await server.makeExports();
    expect(Object.keys(await unzip((await downloadExport(server, user)).content))).toContain('users.json');
    const [left] = await server.dataSource.query<{ unclaimed: number }[]>(
      `SELECT count(*)::int AS unclaimed FROM unclaimed_contents WHERE claimable_until IS NULL`,
    );
    expect(left?.unclaimed).toBeGreaterThan(0);
    await request(user);
    for (let attempt = 1; attempt <= 3; attempt += 1) await interruptExport(user);
    await server.makeExports();
    expect((await read(user)).state).toBe('failed');
    expectError(await user.client.get(paths.exportFile()), 404, 'not_found');
    expect((await request(user)).state).toBe('making');
  });

  it('[DATA-12, DATA-24] is gone after its time, with its parts', async () => {
    const user = await createUser(server, 'client');
    await filesOf(user);
    const rows = () =>
      server.dataSource.query<object[]>('SELECT FROM data_exports WHERE user_id = $1', [user.user.id]);
    await server.dataSource.query('UPDATE data_exports SET expires_at = now() WHERE user_id = $1', [
      user.user.id,
    ]);
    expect((await read(user)).state).toBe('none');
    expectError(await user.client.get(paths.exportFile()), 404, 'not_found');
    expect(await rows()).toHaveLength(1);
    await server.runNow('housekeeping');
    expect(await rows()).toEqual([]);
    expect((await request(user)).state).toBe('making');
  });
});

/** Runs all housekeeping. */
async function clean(): Promise<void> {
  await server.runNow('housekeeping');
  await server.runNow('old-jobs');
}

/** One row of each kind: an old one is a minute beyond its time, a new one an hour before. */
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

it('[SECURE-27, DATA-24] housekeeping deletes rows when their time is over, and not before', async () => {
  await createUser(server, 'client');
  for (const [kind, { insert, kept }] of Object.entries(ROWS))
    for (const [name, margin] of [['old', '-1 minute'] as const, ['new', '1 hour'] as const]) {
      const [row] = await server.dataSource.query<{ at: Date }[]>(
        'SELECT now() - $1::interval + $2::interval AS at',
        [kept, margin],
      );
      await server.dataSource.query(insert, [`${kind} ${name}`, row?.at]);
    }
  await clean();
  const rowsOf = async (name: string) => {
    const counts: string[] = [];
    for (const [kind, { left }] of Object.entries(ROWS))
      if ((await server.dataSource.query<object[]>(left, [`${kind} ${name}`])).length > 0) counts.push(kind);
    return counts;
  };
  expect([await rowsOf('old'), await rowsOf('new')]).toEqual([[], Object.keys(ROWS)]);
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

it('[DATA-24] payouts of a deleted account are deleted when their time is over', async () => {
  const [leaver, other] = await Promise.all([createUser(server, 'pilot'), createUser(server, 'pilot')]);
  const insert = (pilot: TestUser, cents: number, margin: string) =>
    server.dataSource.query(
      `INSERT INTO payouts (pilot_id, week, amount_cents, created_at)
       VALUES ($1, current_date - $2::int, $2, now() - interval '${RETENTION.payouts}' + $3::interval)`,
      [pilot.user.id, cents, margin],
    );
  await insert(leaver, 1, '-1 minute');
  await insert(leaver, 2, '1 hour');
  await insert(other, 3, '-1 minute');
  await server.dataSource.query('UPDATE users SET deleted_at = now() WHERE id = $1', [leaver.user.id]);
  await clean();
  const left = 'SELECT amount_cents AS cents FROM payouts ORDER BY amount_cents';
  expect(await server.dataSource.query(left)).toEqual([{ cents: 2 }, { cents: 3 }]);
});

it('refuses to delete events of existing jobs', async () => {
  const { id } = await postJob(await createUser(server, 'client'));
  await expect(server.dataSource.query('DELETE FROM job_events WHERE job_id = $1', [id])).rejects.toThrow(
    'job_events is append-only',
  );
});
