import { createHash, randomUUID } from 'node:crypto';
import {
  evidenceReportView,
  FLIGHT_LOG_MAX_BYTES,
  flightTrackView,
  jobDetailView,
  jobEventListView,
  measuredValues,
  paths,
  uploadView,
  type FlightRecordView,
} from '@dps/contract';
import { LogReader } from '../src/modules/flight-data/log/log-reader.ts';
import { DomainError } from '../src/platform/errors/domain-error.ts';
import { inMemory } from '../src/platform/files/received-file.ts';
import { expectError, expectView } from './support/client.ts';
import {
  addFlight,
  addLoggedFlight,
  listedFlight,
  logOf,
  logUpload,
  uploadLog,
} from './support/flight-logs.ts';
import { startFlightServer } from './support/flights.ts';
import { jobIn } from './support/jobs.ts';
import type { TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let jobId: number;
beforeAll(async () => {
  ({ server, owner, pilot, jobId } = await startFlightServer());
});
afterAll(() => server.close());

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const readLogs = () => server.runNow('read-flight-log');

async function seenByOwner(id: number): Promise<FlightRecordView | undefined> {
  const { flightData } = expectView(await owner.client.get(paths.job(jobId)), 200, jobDetailView);
  return flightData.find((record) => record.id === id);
}

/** Downloads the log of a record without decoding it. */
async function download({ client }: TestUser, id: number, range?: string) {
  const headers = { cookie: client.cookie ?? '', ...(range && { range }) };
  const response = await fetch(server.url + paths.flightLog(id), { headers });
  return { response, content: Buffer.from(await response.arrayBuffer()) };
}

describe('the log of a flight record', () => {
  it('[EVID-20, CALL-26, CALL-30] is checked, and its figures are then the evidence of the flight', async () => {
    const content = logOf();
    const record = await addFlight(pilot, jobId);
    expect(record).not.toHaveProperty('log');
    expectView(await uploadLog(pilot, record, content), 200, uploadView);
    const checking = {
      state: 'checking',
      refusal: null,
      fileName: 'flight.csv',
      fileSize: content.length,
      sha256: null,
    };
    for (const seen of [await listedFlight(pilot, record.id), await seenByOwner(record.id)]) {
      expect(seen?.log).toEqual(checking);
      expect(seen).not.toHaveProperty('evidence');
    }
    expectError(await owner.client.get(paths.flightTrack(record.id)), 404, 'not_found');

    expect(await readLogs()).toEqual([{ state: 'read' }]);
    for (const seen of [await listedFlight(pilot, record.id), await seenByOwner(record.id)]) {
      expect(seen?.log).toEqual({ ...checking, state: 'read', sha256: sha256(content) });
      expect(seen?.evidence).toMatchObject({
        format: 'airdata-csv',
        fileName: 'flight.csv',
        sha256: sha256(content),
        camera: 'dji-phantom-4-rtk',
        heightReference: 'take-off',
        figures: { maxHeightMeters: 80, durationSeconds: 386.8, positions: expect.any(Number) },
      });
    }
    const track = await owner.client.get(paths.flightTrack(record.id));
    expect(expectView(track, 200, flightTrackView).longitudes[0]).toBeCloseTo(-76.6, 5);
    const report = await owner.client.get(paths.jobReport(jobId));
    const reported = expectView(report, 200, evidenceReportView).flights.find(({ id }) => id === record.id);
    expect(reported?.evidence?.sha256).toBe(sha256(content));
  });

  it('[EVID-4] marks each value of the record as measured or typed', async () => {
    const { evidence } = await addLoggedFlight(server, pilot, jobId);
    if (!evidence) throw new Error('The record has no evidence');
    const values = { ...measuredValues(evidence), coverageArea: '3 acres', resolution: null };
    const typed = await addLoggedFlight(server, pilot, jobId, logOf(), values);
    expect(typed).toMatchObject(values);
    expect(typed.evidence?.provenance).toEqual({
      duration: 'measured',
      altitude: 'measured',
      coverageArea: 'typed',
      resolution: 'typed',
    });
  });

  it('[EVID-21] that cannot be read leaves the record without evidence, and says why', async () => {
    const content = Buffer.from('time,place\n1,here\n');
    const { id, log, evidence } = await addLoggedFlight(server, pilot, jobId, content);
    expect(log).toMatchObject({ state: 'refused', sha256: sha256(content) });
    expect(log?.refusal).toMatch(/no columns of a flight log/);
    expect(evidence).toBeUndefined();
    expect((await seenByOwner(id))?.log).toEqual(log);
    expect((await download(owner, id)).content).toEqual(content);
  });

  it('[EVID-24] is in the history of the job, with each of its states', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    await addLoggedFlight(server, pilot, job.id, logOf(), { flightNumber: 'FL-7' });
    const events = expectView(await owner.client.get(paths.jobEvents(job.id)), 200, jobEventListView);
    const ofLog = events.filter(({ kind }) => kind === 'flight-log');
    expect(ofLog.map(({ actor, after }) => [actor?.name, after])).toEqual([
      [undefined, { flightNumber: 'FL-7', logState: 'read' }],
      [pilot.user.name, { flightNumber: 'FL-7', logState: 'checking' }],
    ]);
  });

  it('is read once, also if its job is repeated', async () => {
    const { id, evidence } = await addLoggedFlight(server, pilot, jobId);
    await server.dataSource.query(
      `UPDATE pgboss.job SET state = 'retry', started_on = NULL WHERE name = 'read-flight-log' AND data ->> 'id' = $1`,
      [String(id)],
    );
    await readLogs();
    expect((await listedFlight(pilot, id)).evidence).toEqual(evidence);
  });
});

describe('the upload of a log', () => {
  const start = (user: TestUser, body: object, headers = {}) =>
    user.client.send('POST', paths.uploads(jobId), body, headers);

  it('belongs to a record of the pilot and of the job', async () => {
    const record = await addFlight(pilot, jobId);
    const other = await jobIn(server, 'in-progress', { owner, pilot });
    const body = logUpload(record, logOf());
    expectError(await start(owner, body), 403, 'forbidden');
    expectError(await start(await createUser(server, 'pilot'), body), 403, 'forbidden');
    expectError(await pilot.client.post(paths.uploads(other.id), body), 404, 'not_found');
    expectError(await start(pilot, { ...body, recordId: 2_000_000_000 }), 404, 'not_found');
    for (const [wrong, path] of [
      [{ ...body, recordId: undefined }, 'recordId'],
      [{ ...body, purpose: 'deliverable' }, 'recordId'],
      [{ ...body, fileSize: FLIGHT_LOG_MAX_BYTES + 1 }, 'fileSize'],
    ] as const) {
      const { errors } = expectError(await start(pilot, wrong), 400, 'validation_failed');
      expect(errors?.map((error) => error.path)).toEqual([path]);
    }
  });

  it('[EVID-20] is one for each record, and continues with the same key after its completion', async () => {
    const record = await addFlight(pilot, jobId);
    const content = logOf();
    const second = expectView(
      await start(pilot, { ...logUpload(record, content), fileName: 'other.csv' }),
      201,
      uploadView,
    );
    expectView(await uploadLog(pilot, record, content), 200, uploadView);
    expectError(
      await start(pilot, { ...logUpload(record, content), lastModified: 5 }),
      409,
      'upload_conflict',
    );
    await pilot.client.put(`${paths.upload(jobId, second.id)}/parts/1`, content);
    expectError(
      await pilot.client.post(`${paths.upload(jobId, second.id)}/complete`),
      409,
      'upload_conflict',
    );
    expect((await listedFlight(pilot, record.id)).log?.fileName).toBe('flight.csv');
  });

  it('that completed before its response was lost is returned for the same key', async () => {
    const record = await addFlight(pilot, jobId);
    const content = logOf();
    const headers = { 'idempotency-key': randomUUID() };
    const body = logUpload(record, content);
    const { id } = expectView(await start(pilot, body, headers), 201, uploadView);
    await pilot.client.put(`${paths.upload(jobId, id)}/parts/1`, content);
    await pilot.client.post(`${paths.upload(jobId, id)}/complete`);
    const again = expectView(await start(pilot, body, headers), 201, uploadView);
    expect(again).toMatchObject({ id, purpose: 'flight-log', completedAt: expect.any(String) });
  });
});

describe('the download of a log', () => {
  it('[EVID-23, CALL-48] is for the client and the pilot of the job, complete or in ranges', async () => {
    const content = logOf({ lines: 9 });
    const { id } = await addLoggedFlight(server, pilot, jobId, content);
    for (const user of [owner, pilot]) expect((await download(user, id)).content).toEqual(content);
    const { response, content: part } = await download(owner, id, 'bytes=100-199');
    expect(response.status).toBe(206);
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="flight.csv"');
    expect(part).toEqual(content.subarray(100, 200));
    for (const role of ['client', 'pilot'] as const)
      expectError(await (await createUser(server, role)).client.get(paths.flightLog(id)), 404, 'not_found');
    const { id: bare } = await addFlight(pilot, jobId);
    expectError(await owner.client.get(paths.flightLog(bare)), 404, 'not_found');
  });
});

describe('the process that reads a log', () => {
  const reader = new LogReader();
  const never = new AbortController().signal;
  const LIMITS = { processorSeconds: 60, milliseconds: 120_000, megabytes: 256 };
  const endless = { size: 100, readAt: () => new Promise<Buffer>(() => {}) };

  it('[EVID-22] is killed when the log takes too much time', async () => {
    const { refusal } = await reader.read('slow.csv', endless, never, { ...LIMITS, milliseconds: 300 });
    expect(refusal).toMatch(/too much time or memory/);
  });

  it('[EVID-22] is killed when the log takes too much memory, and the API survives', async () => {
    const large = inMemory(Buffer.from(`[${'[],'.repeat(4_000_000)}[]]`));
    const { refusal } = await reader.read('large.geojson', large, never, { ...LIMITS, megabytes: 64 });
    expect(refusal).toMatch(/too much time or memory/);
  });

  it('ends with the API, and with the failure of the store', async () => {
    const stopping = new AbortController();
    const stopped = reader.read('slow.csv', endless, stopping.signal, LIMITS);
    stopping.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    const lost = { size: 100, readAt: () => Promise.reject(new DomainError('unavailable')) };
    await expect(reader.read('lost.csv', lost, never, LIMITS)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
