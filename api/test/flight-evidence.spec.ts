import {
  evidenceReportView,
  flightRecordListView,
  flightRecordView,
  flightTrackView,
  jobDetailView,
  measuredValues,
  paths,
  type FlightEvidenceBody,
} from '@dps/contract';
import { expectError, expectView } from './support/client.ts';
import { BEFORE_ALL_JOBS, evidenceOf, recordWithEvidence } from './support/evidence.ts';
import { startFlightServer } from './support/flights.ts';
import { jobIn } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import type { TestServer } from './support/server.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let jobId: number;
beforeAll(async () => {
  ({ server, owner, pilot, jobId } = await startFlightServer());
});
afterAll(() => server.close());

const log = (body: object) => pilot.client.post(paths.flightRecords(), body);
const flightsSeenBy = async (testUser: TestUser) =>
  expectView(await testUser.client.get(paths.job(jobId)), 200, jobDetailView).flightData;

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

  it('refuses a provenance from the client', async () => {
    const provenance = { duration: 'measured' };
    expect(await faults({ ...evidenceOf(), provenance })).toEqual(['evidence']);
    const typed = { jobId, flightNumber: 'FL-009', duration: 45, altitude: '400 ft' };
    expect(expectView(await log(typed), 201, flightRecordView).evidence).toBeUndefined();
  });

  it('[CALL-26] has its figures in lists and in the job, and its track in a call of its own', async () => {
    const sent = evidenceOf({ height: 90 });
    const { id } = expectView(
      await log(recordWithEvidence(jobId, { evidence: sent })),
      201,
      flightRecordView,
    );
    const list = await pilot.client.get(paths.pilotFlightRecords(pilot.user.id));
    const [listed] = expectView(list, 200, flightRecordListView);
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

  it('[EVID-17] is marked in lists, in the job and in its report if it started before the job was posted', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    const before = recordWithEvidence(job.id, { evidence: evidenceOf({}, BEFORE_ALL_JOBS) });
    const marks: unknown[] = [];
    for (const body of [before, recordWithEvidence(job.id)]) {
      const { id, evidence } = expectView(await log(body), 201, flightRecordView);
      const list = await pilot.client.get(paths.pilotFlightRecords(pilot.user.id));
      const detail = await owner.client.get(paths.job(job.id));
      const report = await owner.client.get(paths.jobReport(job.id));
      const shown = [
        expectView(list, 200, flightRecordListView),
        expectView(detail, 200, jobDetailView).flightData,
        expectView(report, 200, evidenceReportView).flights,
      ].map((flights) => flights.find((flight) => flight.id === id)?.evidence);
      marks.push([evidence, ...shown].map((each) => each?.flownBeforeJob));
    }
    const none = undefined;
    expect(marks).toEqual([
      [true, true, true, true],
      [none, none, none, none],
    ]);
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

  it('has no track without a log', async () => {
    const typed = { jobId, flightNumber: 'FL-010', duration: 45 };
    const { id } = expectView(await log(typed), 201, flightRecordView);
    expectError(await pilot.client.get(paths.flightTrack(id)), 404, 'not_found');
  });

  it('has the distance of the complete log, which is longer than its simplified track', async () => {
    const { figures } = evidenceOf();
    const counted = { distanceMeters: figures.distanceMeters + 50, distanceSource: 'positions' };
    const { evidence } = expectView(
      await log(recordWithEvidence(jobId, { evidence: altered('figures', counted) })),
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

describe('implausible evidence', () => {
  it('[EVID-10] is refused without times, because a plan of a flight has none', async () => {
    expect(await faults(altered('track', { seconds: null }))).toEqual(['evidence.track.seconds']);
  });

  it('is refused when the aircraft is faster than any survey drone', async () => {
    expect(await faults(evidenceOf({ speed: 230, lineLength: 3000 }))).toEqual(['evidence.track.seconds']);
  });

  it.each([
    ['height', 'maxHeightMeters', 3001],
    ['distance', 'distanceMeters', 1_000_001],
    ['area', 'areaSquareMeters', 1_000_000_001],
  ])('[EVID-11] is refused above the greatest %s', async (_what, name, value) => {
    expect(await faults(altered('figures', { [name]: value }))).toEqual([`evidence.figures.${name}`]);
  });
});

describe('[EVID-8] evidence that contradicts its own track', () => {
  it.each([
    ['a greater height', 'maxHeightMeters', 110],
    ['a smaller height, under the limit', 'maxHeightMeters', 60],
    ['no height', 'maxHeightMeters', null],
    ['a larger area', 'areaSquareMeters', 60_000],
    ['a longer flight', 'durationSeconds', 3600],
    ['a shorter distance', 'distanceMeters', 500],
    ['a longer distance', 'distanceMeters', 50_000],
    ['time above the limit', 'secondsAboveLimit', 300],
    ['fewer positions than the track has', 'positions', 2],
  ])('is refused: %s', async (_what, name, value) => {
    expect(await faults(altered('figures', { [name]: value }))).toEqual([`evidence.figures.${name}`]);
  });

  it('is refused when a flight above 400 ft reports no time above the limit', async () => {
    const high = evidenceOf({ height: 130 });
    const figures = { ...high.figures, secondsAboveLimit: 0 };
    expect(await faults({ ...high, figures })).toEqual(['evidence.figures.secondsAboveLimit']);
  });

  it('is refused when heights have no reference', async () => {
    expect(await faults({ ...evidenceOf(), heightReference: null })).toEqual(['evidence.heightReference']);
  });

  it('is refused when its columns differ in length or its times go backwards', async () => {
    const { seconds } = evidenceOf().track;
    expect(await faults(altered('track', { latitudes: [39, 39.1] }))).toEqual(['evidence.track.latitudes']);
    expect(await faults(altered('track', { seconds: seconds.toReversed() }))).toEqual([
      'evidence.track.seconds',
    ]);
  });
});

describe('evidence out of bounds', () => {
  const many = (value: unknown, count = 1001) => Array.from({ length: count }, () => value);
  it.each([
    ['a track of 1,001 positions', altered('track', { longitudes: many(1) }), 'evidence.track.longitudes'],
    ['a single position', altered('track', { longitudes: [1] }), 'evidence.track.longitudes'],
    ['a latitude of 91', altered('track', { latitudes: [91, 0] }), 'evidence.track.latitudes'],
    ['a longitude as text', altered('track', { longitudes: ['1', 2] }), 'evidence.track.longitudes'],
    ['a longitude that is null', altered('track', { longitudes: [null, 2] }), 'evidence.track.longitudes'],
    ['a column that is not a list', altered('track', { heights: { length: 2 } }), 'evidence.track.heights'],
    ['an unknown column', altered('track', { speeds: [1, 2] }), 'evidence.track'],
    ['an unknown figure', altered('figures', { maxSpeed: 12 }), 'evidence.figures'],
    ['a million positions', altered('figures', { positions: 1_000_000 }), 'evidence.figures.positions'],
    [
      'an unknown origin of the distance',
      altered('figures', { distanceSource: 'guess' }),
      'evidence.figures.distanceSource',
    ],
    [
      'a large smallest movement',
      altered('figures', { smallestMoveMeters: 101 }),
      'evidence.figures.smallestMoveMeters',
    ],
    ['an unknown format', { ...evidenceOf(), format: 'shapefile' }, 'evidence.format'],
    ['an unknown camera', { ...evidenceOf(), camera: 'toString' }, 'evidence.camera'],
    ['an invalid digest', { ...evidenceOf(), sha256: 'x' }, 'evidence.sha256'],
    ['an invalid start', altered('figures', { startedAt: 'noon' }), 'evidence.figures.startedAt'],
    ['no object', 'evidence', 'evidence'],
    ['null', null, 'evidence'],
  ])('is refused: %s', async (_what, evidence, path) => {
    expect(await faults(evidence)).toContain(path);
  });

  it('is refused above the body limit', async () => {
    const evidence = { ...evidenceOf(), fileName: 'x'.repeat(200_000) };
    expectError(await log(recordWithEvidence(jobId, { evidence })), 413, 'payload_too_large');
  });
});
