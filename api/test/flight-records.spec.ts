import {
  evidenceReportView,
  type FlightEvidenceBody,
  flightRecordListView,
  flightRecordView,
  flightTrackView,
  jobDetailView,
  measuredValues,
  paths,
} from '@dps/contract';
import { FlightRecord } from '../src/modules/flight-data/flight-record.entity.ts';
import { changeJobs } from '../src/modules/jobs/job.changes.ts';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { startFlightServer } from './support/flights.ts';
import { jobIn, postJob } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import type { TestServer } from './support/server.ts';
import { BEFORE_ALL_JOBS, evidenceOf, inMinutes, recordWithEvidence } from './support/evidence.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let jobId: number;
beforeAll(async () => {
  ({ server, owner, pilot, jobId } = await startFlightServer());
});
afterAll(() => server.close());

const record = (overrides: object = {}) => ({ jobId, flightNumber: 'FL-001', duration: 45, ...overrides });
const log = (body: unknown) => pilot.client.post(paths.flightRecords(), body);
const list = async (testUser: TestUser, query = '') =>
  expectView(
    await testUser.client.get(paths.pilotFlightRecords(testUser.user.id) + query),
    200,
    flightRecordListView,
  );

describe('logging a flight', () => {
  it('[ENTITY-17, CALL-22, CALL-23] stores the session user as pilot, ignores the pilot of the body, and stores every field, empty ones as null', async () => {
    const flight = expectView(await log(record({ pilotId: 999, altitude: null })), 201, flightRecordView);
    expect(flight).toMatchObject({
      jobId,
      pilotId: pilot.user.id,
      flightNumber: 'FL-001',
      duration: 45,
      altitude: null,
      coverageArea: null,
      resolution: null,
      notes: null,
    });
    expect((await list(pilot))[0]).toEqual(flight);
    const fields = { altitude: '400 ft', coverageArea: '10 acres', resolution: '2cm/pixel', notes: 'A\nB' };
    expect(expectView(await log(record(fields)), 201, flightRecordView)).toMatchObject(fields);
  });

  it('[ENTITY-18] refuses a wrong value of each field', async () => {
    for (const wrong of [
      { jobId: '1', flightNumber: 'x'.repeat(65), duration: 10_081, notes: 'x'.repeat(5001) },
      { jobId: 1.5, flightNumber: '', duration: 7.5, notes: 'a\u0000b' },
    ]) {
      const { errors } = expectError(await log(wrong), 400, 'validation_failed');
      expect(errors?.map(({ path }) => path).toSorted()).toEqual(Object.keys(wrong).toSorted());
    }
    expectError(await log(record({ createdAt: '2020-01-01' })), 400, 'validation_failed');
  });

  it('refuses a missing job, and a pilot who has released the job', async () => {
    expectError(await log(record({ jobId: 2_000_000_000 })), 404, 'not_found');
    const job = await jobIn(server, 'pending', { owner, pilot });
    await pilot.client.post(paths.releaseJob(job.id));
    expectError(await log(record({ jobId: job.id })), 403, 'forbidden');
  });
});

describe('the flights of a job', () => {
  const logMany = (id: number, count: number) =>
    server.dataSource.query(
      `INSERT INTO flight_data (job_id, pilot_id, flight_number, duration)
       SELECT $1, $2, 'FL-' || n, 5 FROM generate_series(1, $3::integer) AS n`,
      [id, pilot.user.id, count],
    );

  it('[ENTITY-23] are at most 100, also when many requests arrive at once', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    await logMany(job.id, 95);
    const answers = await Promise.all(Array.from({ length: 20 }, () => log(record({ jobId: job.id }))));
    expect(sortedStatuses(answers)).toEqual([...Array(5).fill(201), ...Array(15).fill(409)]);
    const { message } = expectError(await log(record({ jobId: job.id })), 409, 'too_many_flight_records');
    expect(message).toBe('A job can have at most 100 flight records.');
    expect(await server.dataSource.getRepository(FlightRecord).countBy({ jobId: job.id })).toBe(100);
  });

  it('[ENTITY-25] appear in the job as the newest 50 with the number of all', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    await logMany(job.id, 60);
    for (const testUser of [owner, pilot]) {
      const detail = expectView(await testUser.client.get(paths.job(job.id)), 200, jobDetailView);
      expect(detail.flightDataCount).toBe(60);
      const numbers = detail.flightData.map(({ flightNumber }) => flightNumber);
      expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => `FL-${60 - index}`));
    }
  });

  it('[ENTITY-24] end when the job is paid', async () => {
    const completed = await jobIn(server, 'completed', { owner, pilot });
    expectView(await log(record({ jobId: completed.id })), 201, flightRecordView);
    const paid = await jobIn(server, 'paid', { owner, pilot });
    expectError(await log(record({ jobId: paid.id })), 409, 'job_locked');
  });
});

describe('flight lists', () => {
  it('[ACCESS-5, CALL-22] are paginated, and empty for a client', async () => {
    expect(await list(owner)).toEqual([]);
    const all = (await list(pilot)).map(({ id }) => id);
    const answer = await pilot.client.get(`${paths.pilotFlightRecords(pilot.user.id)}?limit=1`);
    const [first] = expectView(answer, 200, flightRecordListView);
    expect(first?.id).toBe(all[0]);
    expect(answer.headers.get('link')).toContain(`after=${all[0]}`);
    expect((await list(pilot, `?after=${all[0]}`)).map(({ id }) => id)).toEqual(all.slice(1));
  });
});

const flightsSeenBy = async (testUser: TestUser, id = jobId) =>
  expectView(await testUser.client.get(paths.job(id)), 200, jobDetailView).flightData;

/** Evidence with values of one part replaced. */
function altered(part: 'figures' | 'track', values: object): object {
  const evidence = evidenceOf();
  return { ...evidence, [part]: { ...evidence[part], ...values } };
}

/** Returns the paths of the errors that the server reports for evidence. */
async function faults(evidence: unknown): Promise<(string | undefined)[]> {
  const { errors } = expectError(
    await log(recordWithEvidence(jobId, { evidence })),
    400,
    'validation_failed',
  );
  return (errors ?? []).map(({ path }) => path);
}

describe('a record with a flight log', () => {
  it('[EVID-4] marks each field as measured or typed', async () => {
    const measured = measuredValues(evidenceOf());
    const body = recordWithEvidence(jobId, { ...measured, coverageArea: '3 acres', resolution: null });
    const { evidence } = expectView(await log(body), 201, flightRecordView);
    expect(evidence?.provenance).toEqual({
      duration: 'measured',
      altitude: 'measured',
      coverageArea: 'typed',
      resolution: 'typed',
    });
  });

  it('names the exact format, and one that every release of a module supports', async () => {
    const gpx = recordWithEvidence(jobId, { evidence: { ...evidenceOf(), format: 'gpx' } });
    const { evidence } = expectView(await log(gpx), 201, flightRecordView);
    expect(evidence).toMatchObject({ format: 'kml', fileFormat: 'gpx' });
  });

  it('refuses a provenance from the client, and has none and no track without a log', async () => {
    const provenance = { duration: 'measured' };
    expect(await faults({ ...evidenceOf(), provenance })).toEqual(['evidence']);
    const { id, evidence } = expectView(await log(record({ altitude: '400 ft' })), 201, flightRecordView);
    expect(evidence).toBeUndefined();
    expectError(await pilot.client.get(paths.flightTrack(id)), 404, 'not_found');
  });

  it('[CALL-26] has its figures in lists and in the job, and its track in a call of its own', async () => {
    const sent = evidenceOf({ height: 90 });
    const { id } = expectView(
      await log(recordWithEvidence(jobId, { evidence: sent })),
      201,
      flightRecordView,
    );
    const [listed] = await list(pilot);
    expect(listed).toMatchObject({ id, evidence: { figures: sent.figures, camera: sent.camera } });
    for (const testUser of [owner, pilot]) {
      const flights = await flightsSeenBy(testUser);
      expect(flights.find((flight) => flight.id === id)?.evidence).toMatchObject({
        fileName: 'flight.csv',
        sha256: sent.sha256,
        figures: sent.figures,
      });
      const track = await testUser.client.get(paths.flightTrack(id));
      expect(expectView(track, 200, flightTrackView)).toEqual(sent.track);
    }
  });

  describe('that may not belong to the job', () => {
    /** Logs flights one after another. Returns the warnings of each in every response that has it, as the pilot and client see them. */
    async function warningsOf(id: number, bodies: object[]) {
      const seen: unknown[] = [];
      for (const body of bodies) {
        const created = expectView(await log(body), 201, flightRecordView);
        const report = await owner.client.get(paths.jobReport(id));
        const [listed, ofPilot, ofClient, reported] = [
          await list(pilot),
          await flightsSeenBy(pilot, id),
          await flightsSeenBy(owner, id),
          expectView(report, 200, evidenceReportView).flights,
        ].map((flights) => flights.find((flight) => flight.id === created.id)?.evidence?.warnings);
        expect([listed, ofPilot]).toEqual([created.evidence?.warnings, created.evidence?.warnings]);
        seen.push({ pilot: listed, client: ofClient, report: reported });
      }
      return seen;
    }
    const toAll = (warnings: object[] | undefined) => ({
      pilot: warnings,
      client: warnings,
      report: warnings,
    });

    it('[EVID-17] has a warning outside the time from acceptance to deadline', async () => {
      const job = await postJob(owner);
      const posted = '2026-11-02T10:00:00.000Z';
      const accepted = '2026-11-03T10:00:00.000Z';
      const deadline = '2026-11-10T00:00:00.000Z';
      await server.dataSource.query('UPDATE jobs SET created_at = $2, deadline = $3 WHERE id = $1', [
        job.id,
        posted,
        deadline,
      ]);
      await server.dataSource.transaction((manager) =>
        changeJobs(
          manager,
          pilot.user.id,
          { id: job.id },
          {
            pilotId: pilot.user.id,
            updatedAt: new Date(accepted),
          },
        ),
      );
      const starts = [BEFORE_ALL_JOBS, '2026-11-02T12:00:00.000Z', accepted, '2026-11-12T00:00:00.000Z'];
      const bodies = starts.map((start) => recordWithEvidence(job.id, { evidence: evidenceOf({}, start) }));
      expect(await warningsOf(job.id, bodies)).toEqual([
        toAll([{ code: 'before-posting', at: posted }]),
        toAll([{ code: 'before-acceptance', at: accepted }]),
        toAll(undefined),
        toAll([{ code: 'after-deadline', at: deadline }]),
      ]);
    });

    it('[EVID-31] has a warning if its log is incomplete', async () => {
      const { id } = await jobIn(server, 'in-progress', { owner, pilot });
      const evidence = { ...evidenceOf({}, inMinutes(300)), incomplete: true };
      expect(await warningsOf(id, [recordWithEvidence(id, { evidence })])).toEqual([
        toAll([{ code: 'incomplete-log' }]),
      ]);
    });

    it('[EVID-19] has a warning for an earlier record with the log, or with a flight of the pilot at the same time', async () => {
      const mine = await jobIn(server, 'in-progress', { owner, pilot });
      const other = await jobIn(server, 'in-progress', { owner: await createUser(server, 'client'), pilot });
      const sent = evidenceOf({}, inMinutes(60));
      const during = evidenceOf({}, inMinutes(61));
      const after = evidenceOf({}, inMinutes(120));
      const first = { ...recordWithEvidence(other.id, { evidence: sent }), flightNumber: 'FL-007' };
      expect(expectView(await log(first), 201, flightRecordView).evidence).not.toHaveProperty('warnings');
      const bodies = [sent, during, after].map((evidence) => recordWithEvidence(mine.id, { evidence }));
      const named = { jobId: other.id, flightNumber: 'FL-007' };
      const toPilotAlone = (code: string) => ({
        pilot: [{ code, ...named }],
        client: [{ code }],
        report: [{ code }],
      });
      expect(await warningsOf(mine.id, bodies)).toEqual([
        toPilotAlone('log-used-before'),
        toPilotAlone('overlapping-flight'),
        toAll(undefined),
      ]);
      const [stored] = await flightsSeenBy(pilot, other.id);
      expect(stored?.evidence).not.toHaveProperty('warnings');
    });

    it('[EVID-19] has a warning for the log of another pilot, and none for an overlapping flight in the same job', async () => {
      const sent = evidenceOf({}, inMinutes(180));
      const other = await createUser(server, 'pilot');
      const theirs = await jobIn(server, 'in-progress', {
        owner: await createUser(server, 'client'),
        pilot: other,
      });
      await other.client.post(paths.flightRecords(), recordWithEvidence(theirs.id, { evidence: sent }));
      const { id } = await jobIn(server, 'in-progress', { owner, pilot });
      const bodies = [sent, evidenceOf({}, inMinutes(181))].map((evidence) =>
        recordWithEvidence(id, { evidence }),
      );
      expect(await warningsOf(id, bodies)).toEqual([toAll([{ code: 'log-used-before' }]), toAll(undefined)]);
    });
  });

  it('[ACCESS-17] hides its track from other users and from a pilot who has released the job', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const { id } = expectView(await log(recordWithEvidence(job.id)), 201, flightRecordView);
    const others = [await createUser(server, 'pilot'), await createUser(server, 'client')];
    await pilot.client.post(paths.releaseJob(job.id));
    for (const { client } of [...others, pilot])
      expectError(await client.get(paths.flightTrack(id)), 404, 'not_found');
    expectView(await owner.client.get(paths.flightTrack(id)), 200, flightTrackView);
  });

  it('has the distance of the complete log, which is longer than its simplified track', async () => {
    const sent = evidenceOf();
    const { figures } = sent;
    const counted = { distanceMeters: figures.distanceMeters + 50, distanceSource: 'positions' };
    const { evidence } = expectView(
      await log(recordWithEvidence(jobId, { evidence: { ...sent, figures: { ...figures, ...counted } } })),
      201,
      flightRecordView,
    );
    expect(evidence?.figures).toEqual({ ...figures, ...counted });
  });

  it('is accepted without heights and a date', async () => {
    const evidence = evidenceOf();
    const bare: FlightEvidenceBody = {
      ...evidence,
      heightReference: null,
      figures: {
        ...evidence.figures,
        startedAt: null,
        maxHeightMeters: null,
        secondsAboveLimit: null,
      },
      track: { ...evidence.track, heights: null },
    };
    expectView(await log(recordWithEvidence(jobId, { evidence: bare })), 201, flightRecordView);
  });
});

describe('[EVID-16] the summary of a record whose positions are encrypted', () => {
  const { track: _track, figures, ...rest } = evidenceOf();
  const summary = {
    ...rest,
    format: 'dji-txt',
    figures: { ...figures, positions: 0, areaSquareMeters: 0, secondsAboveLimit: null },
  };
  const withFigures = (values: object) => ({ ...summary, figures: { ...summary.figures, ...values } });

  it('has figures, and neither an area nor a track', async () => {
    const measured = measuredValues(summary);
    const body = recordWithEvidence(jobId, { ...measured, coverageArea: '3 acres', evidence: summary });
    const { id, evidence } = expectView(await log(body), 201, flightRecordView);
    expect(evidence).toMatchObject({
      format: 'kml',
      fileFormat: 'dji-txt',
      figures: summary.figures,
      provenance: { duration: 'measured', altitude: 'measured', coverageArea: 'typed' },
    });
    expectError(await owner.client.get(paths.flightTrack(id)), 404, 'not_found');
  });

  it.each([
    ['of a format whose tracks can be read', { ...summary, format: 'gpx' }, 'evidence.track'],
    ['with positions', withFigures({ positions: 100 }), 'evidence.track'],
    ['with an area', withFigures({ areaSquareMeters: 1 }), 'evidence.figures.areaSquareMeters'],
    [
      'with a time above the limit',
      withFigures({ secondsAboveLimit: 9 }),
      'evidence.figures.secondsAboveLimit',
    ],
    ['that is too fast', withFigures({ durationSeconds: 1 }), 'evidence.figures.distanceMeters'],
    ['with heights above ground', { ...summary, heightReference: 'ground' }, 'evidence.heightReference'],
  ])('is refused %s', async (_what, evidence, path) => {
    expect(await faults(evidence)).toEqual([path]);
  });
});

describe('[EVID-8, EVID-10, EVID-11] evidence that is implausible or contradicts its own track', () => {
  const FIGURES: readonly (readonly [string, number | null])[] = [
    ['maxHeightMeters', 3001],
    ['maxHeightMeters', 110],
    ['maxHeightMeters', 60],
    ['maxHeightMeters', null],
    ['areaSquareMeters', 1_000_000_001],
    ['areaSquareMeters', 60_000],
    ['durationSeconds', 3600],
    ['distanceMeters', 1_000_001],
    ['distanceMeters', 50_000],
    ['distanceMeters', 500],
    ['secondsAboveLimit', 300],
    ['positions', 2],
  ];

  it.each(FIGURES)('is refused with %s = %p', async (name, value) => {
    expect(await faults(altered('figures', { [name]: value }))).toEqual([`evidence.figures.${name}`]);
  });

  const high = evidenceOf({ height: 130 });
  const { seconds } = evidenceOf().track;
  it.each([
    ['no times, as the plan of a flight', altered('track', { seconds: null }), 'track.seconds'],
    ['times that go backwards', altered('track', { seconds: seconds.toReversed() }), 'track.seconds'],
    [
      'an aircraft that is faster than any survey drone',
      evidenceOf({ speed: 230, lineLength: 3000 }),
      'track.seconds',
    ],
    ['columns of different lengths', altered('track', { latitudes: [39, 39.1] }), 'track.latitudes'],
    [
      'a flight above 400 ft without a time above the limit',
      { ...high, figures: { ...high.figures, secondsAboveLimit: 0 } },
      'figures.secondsAboveLimit',
    ],
    ['heights without a reference', { ...evidenceOf(), heightReference: null }, 'heightReference'],
  ])('is refused with %s', async (_what, evidence, path) => {
    expect(await faults(evidence)).toEqual([`evidence.${path}`]);
  });
});

describe('evidence out of bounds', () => {
  it.each([
    [altered('track', { longitudes: Array(1001).fill(1) }), 'evidence.track.longitudes'],
    [altered('track', { longitudes: [1] }), 'evidence.track.longitudes'],
    [altered('track', { latitudes: [91, 0] }), 'evidence.track.latitudes'],
    [altered('track', { longitudes: ['1', null] }), 'evidence.track.longitudes'],
    [altered('track', { heights: { length: 2 } }), 'evidence.track.heights'],
    [altered('track', { speeds: [1, 2] }), 'evidence.track'],
    [altered('figures', { maxSpeed: 12 }), 'evidence.figures'],
    [altered('figures', { positions: 1_000_000 }), 'evidence.figures.positions'],
    [altered('figures', { distanceSource: 'guess' }), 'evidence.figures.distanceSource'],
    [altered('figures', { smallestMoveMeters: 101 }), 'evidence.figures.smallestMoveMeters'],
    [altered('figures', { startedAt: 'noon' }), 'evidence.figures.startedAt'],
    [altered('figures', { startedAt: '2006-11-02T15:04:05.000Z' }), 'evidence.figures.startedAt'],
    [altered('figures', { startedAt: inMinutes(1500) }), 'evidence.figures.startedAt'],
    [{ ...evidenceOf(), format: 'shapefile' }, 'evidence.format'],
    [{ ...evidenceOf(), camera: 'toString' }, 'evidence.camera'],
    [{ ...evidenceOf(), sha256: 'x' }, 'evidence.sha256'],
    [null, 'evidence'],
  ])('%# is refused with the field', async (evidence, path) => {
    expect(await faults(evidence)).toContain(path);
  });

  it('is refused above the body limit', async () => {
    const evidence = { ...evidenceOf(), fileName: 'x'.repeat(200_000) };
    expectError(await log(recordWithEvidence(jobId, { evidence })), 413, 'payload_too_large');
  });
});
