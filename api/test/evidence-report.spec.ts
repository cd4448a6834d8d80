import {
  evidenceReportView,
  flightTrackView,
  jobEventListView,
  paths,
  reportLinkView,
  REPORT_LINK_DAYS,
  REPORT_TRACKS,
  type EvidenceReportView,
} from '@dps/contract';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { expectError, expectSince, expectView, TestClient } from './support/client.ts';
import { addFlight, addLoggedFlight, logOf } from './support/flight-logs.ts';
import { jobIn } from './support/jobs.ts';
import { expectLimited, fill, newAddress } from './support/rate-limits.ts';
import { PUBLIC_ORIGIN, startServer, type TestServer } from './support/server.ts';
import { createUser, reportTokenOf, shareReport, type TestUser } from './support/users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let jobId: number;
beforeAll(async () => {
  server = await startServer({ rateLimitFactor: 1 });
});
beforeEach(async () => {
  // All requests of the tests come from one network.
  await server.dataSource.query('DELETE FROM rate_limits');
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  jobId = (await jobIn(server, 'in-progress', { owner, pilot })).id;
});
afterAll(() => server.close());

const reportFor = async ({ client }: TestUser): Promise<EvidenceReportView> =>
  expectView(await client.get(paths.jobReport(jobId)), 200, evidenceReportView);
const share = () => shareReport(owner, jobId);
const revoke = () => owner.client.delete(paths.reportLink(jobId));

/** Reads a report as the reader of a link does: without a session. */
const open = (token: string, headers: Record<string, string> = {}) =>
  new TestClient(server).send('GET', paths.sharedReport(token), undefined, headers);
const read = async (token: string) => expectView(await open(token), 200, evidenceReportView);
const gone = async (token: string) => expectError(await open(token), 404, 'not_found');

describe('the evidence report of a job', () => {
  it('[REPORT-5, CALL-37] has the flights in order, with the figures, the digests and the tracks of their logs', async () => {
    const first = await addFlight(pilot, jobId, { altitude: '300 ft' });
    const second = await addLoggedFlight(server, pilot, jobId, logOf({ height: 90 }));
    const track = await pilot.client.get(paths.flightTrack(second.id));
    for (const user of [owner, pilot]) {
      const report = await reportFor(user);
      expect(report).toMatchObject({ jobId, status: 'in-progress', paidAt: null, sharedUntil: null });
      expect(report.parties).toEqual({ client: owner.user.name, pilot: pilot.user.name });
      expect(Date.parse(report.postedAt)).toBeLessThanOrEqual(Date.parse(report.acceptedAt ?? ''));
      expect(report.flights.map(({ id }) => id)).toEqual([first.id, second.id]);
      expect(report.flights[0]).not.toHaveProperty('evidence');
      expect(report.flights.map(({ logState }) => logState)).toEqual([null, 'read']);
      expect(report.flights[1]).toMatchObject({
        evidence: {
          sha256: second.log?.sha256,
          figures: second.evidence?.figures,
          camera: 'dji-phantom-4-rtk',
        },
        track: expectView(track, 200, flightTrackView),
      });
    }
  });

  it('[REPORT-2] says when the job was paid', async () => {
    const began = Date.now();
    jobId = (await jobIn(server, 'paid', { owner, pilot })).id;
    const { paidAt } = await reportFor(owner);
    expect(paidAt).not.toBeNull();
    expectSince(began, paidAt ?? '');
  });

  it('[REPORT-16] has the tracks of the newest flights only', async () => {
    const first = await addLoggedFlight(server, pilot, jobId);
    for (let count = 0; count < REPORT_TRACKS; count += 1) {
      const { id } = await addFlight(pilot, jobId);
      await server.dataSource.query(
        'INSERT INTO flight_tracks SELECT $1, track FROM flight_tracks WHERE record_id = $2',
        [id, first.id],
      );
    }
    const { flights } = await reportFor(owner);
    expect(flights.filter(({ track }) => !track).map(({ id }) => id)).toEqual([first.id]);
  });
});

describe('a link to the report', () => {
  it('[REPORT-7, REPORT-10, CALL-38] works without an account for 30 days, and has no personal data', async () => {
    await addLoggedFlight(server, pilot, jobId, logOf(), { notes: 'Call the owner.' });
    const began = Date.now();
    const { address, expiresAt } = expectView(
      await owner.client.post(paths.reportLink(jobId)),
      201,
      reportLinkView,
    );
    expect(address).toMatch(new RegExp(String.raw`^${PUBLIC_ORIGIN}/report/[\w-]{43}$`));
    expectSince(began, new Date(Date.parse(expiresAt) - REPORT_LINK_DAYS * DAY_MS).toISOString());
    const report = await read(reportTokenOf(address));
    expect(report).toEqual({ ...(await reportFor(owner)), parties: null });
    expect(report.sharedUntil).toBe(expiresAt);
    const text = JSON.stringify(report);
    for (const secret of [owner.user.name, pilot.user.name, 'Call the owner', 'flight.csv', 'budget'])
      expect(text).not.toContain(secret);
  });

  it('[REPORT-11] is stored as a hash', async () => {
    const token = await share();
    const rows = await server.dataSource.query(
      `SELECT token_hash = sha256(convert_to($1, 'UTF8')) AS matches, report_links::text LIKE '%' || $1 || '%' AS found
       FROM report_links WHERE job_id = $2`,
      [token, jobId],
    );
    expect(rows).toEqual([{ matches: true, found: false }]);
  });

  it('[REPORT-8] is replaced by a new one, and revoked', async () => {
    const first = await share();
    const second = await share();
    await gone(first);
    await read(second);
    expect((await revoke()).status).toBe(204);
    await gone(second);
    expect((await reportFor(owner)).sharedUntil).toBeNull();
    expect((await revoke()).status).toBe(204);
  });

  it('[REPORT-9] expires', async () => {
    const token = await share();
    await server.dataSource.query('UPDATE report_links SET expires_at = now()');
    expect((await gone(token)).code).toBe('not_found');
    expect((await reportFor(owner)).sharedUntil).toBeNull();
  });

  it('[REPORT-9] does not work while its client is suspended', async () => {
    const token = await share();
    await server.dataSource.query('UPDATE users SET suspended_at = now() WHERE id = $1', [owner.user.id]);
    expect((await gone(token)).code).toBe('not_found');
  });

  it('[REPORT-13] is in the history of the job, without its expiry', async () => {
    await share();
    await revoke();
    await share();
    await server.dataSource.query('UPDATE report_links SET expires_at = now()');
    await server.dataSource.query('DELETE FROM report_links');
    const events = expectView(await owner.client.get(paths.jobEvents(jobId)), 200, jobEventListView);
    const ofLinks = events.filter(({ kind }) => kind.startsWith('report-'));
    expect(ofLinks.map(({ kind }) => kind)).toEqual(['report-shared', 'report-revoked', 'report-shared']);
    expect(ofLinks.map(({ actor }) => actor?.name)).toEqual(Array(3).fill(owner.user.name));
  });

  it('[REPORT-9] is the same 404 for an unknown, a short, a malformed and a long token as for a revoked one', async () => {
    const revoked = await share();
    await revoke();
    const { requestId: _first, ...known } = await gone(revoked);
    for (const token of ['A'.repeat(43), 'A', '%00'.repeat(43), 'A'.repeat(90)]) {
      const { requestId: _second, ...unknown } = await gone(token);
      expect(unknown).toEqual(known);
    }
  });

  it('[REPORT-15] is limited to 60 reads a minute for one network', async () => {
    const token = await share();
    const from = newAddress();
    await fill(server, limitKey('read-report:network', from, 60), 59);
    expect((await open(token, { 'x-forwarded-for': from })).status).toBe(200);
    expectLimited(await open(token, { 'x-forwarded-for': from }));
    expect((await open(token, { 'x-forwarded-for': newAddress() })).status).toBe(200);
  });
});
